import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { WireShapes } from '../../zoo/intercept/wire-view.js';
import type { Case } from '../../zoo/proof/case-result.js';
import { answerCase, type CaseAnswer } from './judge-case.js';
import type { ProofSetup } from './proof-setup.js';
import type { WorkerCommand, WorkerSetup } from './worker.js';

/**
 * Makes threads created from now on compile at once and optimize late: in a proof nearly every function runs some
 * thousand times, too often for the interpreter and too seldom for the optimizer. Saves at least a tenth of the time.
 */
function compileSoon(): void {
  setFlagsFromString('--always-sparkplug');
  // Only V8 11, in Node 20, has a flag of this name.
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=400000');
}

/** The options of all cases of a proof. */
interface JudgeAllOptions {
  readonly setup: ProofSetup;
  readonly shapes: WireShapes;
  /** How many cases are judged at the same time, each in a thread of its own; one is judged in this thread. */
  readonly jobs: number;
  readonly signal: AbortSignal;
}

/** Judges cases and yields their answers in the order in which they end. Starts none after an abort. */
export function judgeAll(cases: readonly Case[], options: JudgeAllOptions): AsyncGenerator<CaseAnswer, void> {
  return options.jobs === 1 ? judgeHere(cases, options) : judgeInThreads(cases, options);
}

async function* judgeHere(
  cases: readonly Case[],
  { setup, shapes, signal }: JudgeAllOptions,
): AsyncGenerator<CaseAnswer> {
  for (const one of cases) {
    if (signal.aborted) return;
    yield await answerCase(one, setup, { shapes, signal });
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

function createThread({ setup, shapes, signal }: JudgeAllOptions): Thread {
  const given: WorkerSetup = { setup, shapes };
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: given, resourceLimits });
  const post = (command: WorkerCommand): void => worker.postMessage(command);
  const stop = (): void => post({ kind: 'stop' });
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
        post({ kind: 'judge', case: one });
      }),
    async end() {
      signal.removeEventListener('abort', stop);
      await worker.terminate();
    },
  };
}
