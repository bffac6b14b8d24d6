import { parentPort, workerData } from 'node:worker_threads';
import type { WireShapes } from '../../zoo/intercept/wire-view.js';
import type { Case, CaseResult } from '../../zoo/proof/case-result.js';
import { judgeCase } from './judge-case.js';
import type { ProofSetup } from './proof-setup.js';

/** What a worker is told: a case to judge, or that it is to come to an end in order. */
export type WorkerCommand = { readonly kind: 'judge'; readonly case: Case } | { readonly kind: 'stop' };

/** What a worker answers to a case. */
export type CaseAnswer =
  | { readonly kind: 'told'; readonly told: CaseResult }
  | { readonly kind: 'failed'; readonly case: Case; readonly message: string };

/** What a worker is born with. */
export interface WorkerSetup {
  readonly setup: ProofSetup;
  readonly sight: WireShapes;
}

// Deviations and refusals are thrown by the thousand, and nobody reads where.
Error.stackTraceLimit = 0;

const birth: WorkerSetup = workerData;
const stopping = new AbortController();

async function answer(one: Case): Promise<CaseAnswer> {
  try {
    const { setup, sight } = birth;
    return { kind: 'told', told: await judgeCase(one, setup, { sight, signal: stopping.signal }) };
  } catch (error) {
    return { kind: 'failed', case: one, message: error instanceof Error ? error.message : String(error) };
  }
}

async function obey(order: WorkerCommand): Promise<void> {
  if (order.kind === 'stop') stopping.abort();
  else parentPort?.postMessage(await answer(order.case));
}

parentPort?.on('message', (order: WorkerCommand) => void obey(order));
