import { parentPort, workerData } from 'node:worker_threads';
import type { Case } from '../../proof/case.js';
import type { Told } from '../../proof/told.js';
import type { WireSight } from '../../zoo/wire-lens.js';
import { judgeCase } from './judge-case.js';
import type { Stage } from './stage.js';

/** What a worker is told: a case to judge, or that it is to come to an end in order. */
export type Order = { readonly kind: 'judge'; readonly case: Case } | { readonly kind: 'stop' };

/** What a worker answers to a case. */
export type Answer =
  | { readonly kind: 'told'; readonly told: Told }
  | { readonly kind: 'failed'; readonly case: Case; readonly message: string };

/** What a worker is born with. */
export interface Birth {
  readonly stage: Stage;
  readonly sight: WireSight;
}

// Deviations and refusals are thrown by the thousand, and nobody reads where.
Error.stackTraceLimit = 0;

const birth: Birth = workerData;
const stopping = new AbortController();

async function answer(one: Case): Promise<Answer> {
  try {
    const { stage, sight } = birth;
    return { kind: 'told', told: await judgeCase(one, stage, { sight, signal: stopping.signal }) };
  } catch (error) {
    return { kind: 'failed', case: one, message: error instanceof Error ? error.message : String(error) };
  }
}

async function obey(order: Order): Promise<void> {
  if (order.kind === 'stop') stopping.abort();
  else parentPort?.postMessage(await answer(order.case));
}

parentPort?.on('message', (order: Order) => void obey(order));
