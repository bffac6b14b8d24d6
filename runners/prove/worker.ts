import { parentPort, workerData } from 'node:worker_threads';
import type { WireShapes } from '../../zoo/intercept/wire-view.js';
import type { Case } from '../../zoo/proof/case-result.js';
import { answerCase } from './judge-case.js';
import type { ProofSetup } from './proof-setup.js';

/** A message to a worker: judge a case, or stop in order. */
export type WorkerCommand = { readonly kind: 'judge'; readonly case: Case } | { readonly kind: 'stop' };

/** The data that a worker starts with. */
export interface WorkerSetup {
  readonly setup: ProofSetup;
  readonly shapes: WireShapes;
}

// Deviations and refusals are thrown by the thousand, and nobody reads their stacks.
Error.stackTraceLimit = 0;

const { setup, shapes }: WorkerSetup = workerData;
const stopping = new AbortController();

async function handle(command: WorkerCommand): Promise<void> {
  if (command.kind === 'stop') stopping.abort();
  else parentPort?.postMessage(await answerCase(command.case, setup, { shapes, signal: stopping.signal }));
}

parentPort?.on('message', (command: WorkerCommand) => void handle(command));
