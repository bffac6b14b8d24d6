import type { Environment } from '../environment.js';
import { watchPath } from './watch-path.js';

/** What lets a round begin. */
export interface Triggers {
  /** Waits for the next one, also one that came before, and says what it was; undefined when there comes none. */
  next(): Promise<string | undefined>;
  close(): void;
}

/** How long it must be quiet after a change: an editor writes several files, and a server needs a moment to restart. */
const QUIET_MS = 200;

/** Listens for Enter and for changes of paths until it is closed. Throws a wrong use for a path that cannot be watched. */
export function openTriggers(paths: readonly string[], ignored: readonly string[], environment: Environment): Triggers {
  const { signal, onEnter } = environment;
  let pending: string | undefined;
  let ended = onEnter === undefined && paths.length === 0;
  let wake = (): void => {};
  let timer: NodeJS.Timeout | undefined;
  const trigger = (why: string): void => {
    pending = why;
    wake();
  };
  const finish = (): void => {
    ended = true;
    wake();
  };
  const change = (path: string): void => {
    clearTimeout(timer);
    timer = setTimeout(trigger, QUIET_MS, `${path} changed`);
  };
  const stops = paths.map((path) => watchPath(path, { folder: environment.folder, ignored, change }));
  const stop = onEnter?.(
    () => trigger('Enter'),
    () => (paths.length === 0 ? finish() : undefined),
  );
  signal.addEventListener('abort', finish);
  return {
    async next() {
      if (pending === undefined && !ended && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      const why = ended || signal.aborted ? undefined : pending;
      pending = undefined;
      return why;
    },
    close() {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      for (const end of [...stops, stop]) end?.();
    },
  };
}
