import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { WireShapes } from '../../zoo/intercept/wire-view.js';
import type { Case } from '../../zoo/proof/case-result.js';
import { judgeCase } from './judge-case.js';
import type { ProofSetup } from './proof-setup.js';
import type { CaseAnswer, WorkerCommand, WorkerSetup } from './worker.js';

/**
 * Has threads that are made from now on compile at once and optimize late: in a proof nearly every function of the house
 * runs some thousand times, too often to be interpreted and too seldom for more. It spares a tenth of the time, or more.
 */
function compileSoon(): void {
  setFlagsFromString('--always-sparkplug');
  // Only V8 11, that of Node 20, knows this by that name.
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=400000');
}

/** What all cases of a proof are judged with. */
interface JudgeAllOptions {
  readonly setup: ProofSetup;
  readonly sight: WireShapes;
  /** How many cases are judged at the same time, each in a thread of its own; one is judged in this thread. */
  readonly jobs: number;
  readonly signal: AbortSignal;
}

/** Judges cases and gives what each came to, in the order in which they end. Nothing new is begun after an abort. */
export function judgeAll(cases: readonly Case[], options: JudgeAllOptions): AsyncGenerator<CaseAnswer, void> {
  return options.jobs === 1 ? judgeHere(cases, options) : judgeInThreads(cases, options);
}

async function* judgeHere(
  cases: readonly Case[],
  { setup, sight, signal }: JudgeAllOptions,
): AsyncGenerator<CaseAnswer> {
  for (const one of cases) {
    if (signal.aborted) return;
    try {
      yield { kind: 'told', told: await judgeCase(one, setup, { sight, signal }) };
    } catch (error) {
      yield { kind: 'failed', case: one, message: error instanceof Error ? error.message : String(error) };
    }
  }
}

async function* judgeInThreads(cases: readonly Case[], options: JudgeAllOptions): AsyncGenerator<CaseAnswer> {
  const { jobs, signal } = options;
  const queue = [...cases];
  compileSoon();
  const threads = Array.from({ length: Math.min(jobs, cases.length) }, () => createThread(options));
  const idle = [...threads];
  const active = new Map<Thread, Promise<readonly [Thread, CaseAnswer]>>();
  try {
    while (queue.length > 0 || active.size > 0) {
      while (idle.length > 0 && queue.length > 0 && !signal.aborted) {
        const [thread, one] = [idle.shift(), queue.shift()];
        if (thread && one)
          active.set(
            thread,
            thread.judge(one).then((answer) => [thread, answer] as const),
          );
      }
      if (active.size === 0) return;
      const [thread, answer] = await Promise.race(active.values());
      active.delete(thread);
      idle.push(thread);
      yield answer;
    }
  } finally {
    await Promise.allSettled(active.values());
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

interface Thread {
  judge(one: Case): Promise<CaseAnswer>;
  end(): Promise<void>;
}

/** Exchanges live for a moment: room for them saves the collector a tenth of the time, or more. */
const resourceLimits = { maxYoungGenerationSizeMb: 256 };

function createThread({ setup, sight, signal }: JudgeAllOptions): Thread {
  const birth: WorkerSetup = { setup, sight };
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: birth, resourceLimits });
  const tell = (order: WorkerCommand): void => worker.postMessage(order);
  const stop = (): void => tell({ kind: 'stop' });
  signal.addEventListener('abort', stop, { once: true });
  return {
    judge: (one) =>
      new Promise((resolve) => {
        const fail = ({ message }: Error): void => resolve({ kind: 'failed', case: one, message });
        worker.once('error', fail);
        worker.once('message', (answer: CaseAnswer) => {
          worker.off('error', fail);
          resolve(answer);
        });
        tell({ kind: 'judge', case: one });
      }),
    async end() {
      signal.removeEventListener('abort', stop);
      await worker.terminate();
    },
  };
}
