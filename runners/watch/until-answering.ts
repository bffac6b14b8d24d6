import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../environment.js';
import type { RunOptions } from '../options.js';
import { openRunTarget, type RunTarget } from '../run-target.js';

/** How often it is asked, and how often in a row it must answer: a server that is about to go down still answers. */
const PAUSE_MS = 150;
const ANSWERS = 2;

/** Waits until a target answers, whatever it says, or until the command is interrupted; says so when it has to wait. */
export async function untilAnswering(options: RunOptions, environment: Environment, wait: () => void): Promise<void> {
  const target = await openRunTarget(options, environment);
  try {
    let waits = false;
    for (let answers = 0; answers < ANSWERS && !environment.signal.aborted; ) {
      const isThere = await isAnswering(target);
      if (!isThere && !waits) wait();
      waits ||= !isThere;
      answers = isThere ? answers + 1 : 0;
      await sleep(PAUSE_MS, undefined, { signal: environment.signal }).catch(() => {});
    }
  } finally {
    await target.transport.close();
    await target.close();
  }
}

async function isAnswering({ transport, address, headers }: RunTarget): Promise<boolean> {
  const { kind } = await transport.send({ method: 'GET', target: `${address.root}/${address.namespace}`, headers });
  return kind === 'response';
}
