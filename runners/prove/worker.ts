import { parentPort, workerData } from 'node:worker_threads';
import type { WireShapes } from '../../zoo/intercept/wire-view.js';
import type { Case, CaseResult } from '../../zoo/proof/case-result.js';
import { judgeCase } from './judge-case.js';
import type { ProofSetup } from './proof-setup.js';

/** A message to a worker: judge a case, or stop in order. */
export type WorkerCommand = { readonly kind: 'judge'; readonly case: Case } | { readonly kind: 'stop' };

/** The answer of a worker to a case. */
export type CaseAnswer =
  | { readonly kind: 'judged'; readonly result: CaseResult }
  | { readonly kind: 'failed'; readonly case: Case; readonly message: string };

/** The data that a worker starts with. */
export interface WorkerSetup {
  readonly setup: ProofSetup;
  readonly shapes: WireShapes;
}

// Deviations and refusals are thrown by the thousand, and nobody reads their stacks.
Error.stackTraceLimit = 0;

const given: WorkerSetup = workerData;
const stopping = new AbortController();

async function answer(one: Case): Promise<CaseAnswer> {
  try {
    const { setup, shapes } = given;
    return { kind: 'judged', result: await judgeCase(one, setup, { shapes, signal: stopping.signal }) };
  } catch (error) {
    return { kind: 'failed', case: one, message: error instanceof Error ? error.message : String(error) };
  }
}

async function handle(command: WorkerCommand): Promise<void> {
  if (command.kind === 'stop') stopping.abort();
  else parentPort?.postMessage(await answer(command.case));
}

parentPort?.on('message', (command: WorkerCommand) => void handle(command));
