import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Launched, LaunchOptions } from './environment.js';

/** As much of what a process says on standard error as anybody reads. */
const MOST_SAID = 64 * 1024;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Runs another command line of this program in a process of its own, in a session of its own: Ctrl-C reaches it only by
 * `stop`, and so once. It ends at once when this process does.
 */
export async function launch(words: readonly string[], { memory, stop, kill }: LaunchOptions): Promise<Launched> {
  const heap = memory === undefined ? [] : [`--max-old-space-size=${memory}`];
  const child = spawn(process.execPath, [...process.execArgv, ...heap, process.argv[1] ?? '', ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = `${stderr}${text}`.slice(-MOST_SAID);
  });
  const release = attach([
    [stop, () => child.kill('SIGINT')],
    [kill, () => child.kill('SIGKILL')],
  ]);
  running.add(child);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    return { code: code ?? signal ?? 'SIGKILL', stderr };
  } finally {
    running.delete(child);
    release();
  }
}

/** Acts on the abort of signals, now where one is aborted already, until the function that it gives is called. */
function attach(reactions: readonly (readonly [signal: AbortSignal, react: () => unknown])[]): () => void {
  for (const [signal, react] of reactions) {
    if (signal.aborted) react();
    else signal.addEventListener('abort', react, { once: true });
  }
  return () => {
    for (const [signal, react] of reactions) signal.removeEventListener('abort', react);
  };
}
