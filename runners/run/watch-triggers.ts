import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { toReason } from '../input/json-file.js';

/** Which changes of files are reported, and to whom. */
interface WatchPathOptions {
  /** The folder that relative paths start from. */
  readonly folder: string;
  /** Files that may change without a word: what a run writes itself. */
  readonly ignored: readonly string[];
  /** Called with the given path and the changed file in it. */
  readonly change: (path: string) => void;
}

/** Folders in which much changes that no server is made of. */
const noise = ['node_modules', '.git', '.calproof'];

/** Watches a file, or a folder with all that is in it; gives what ends it. */
function watchPath(path: string, { folder, ignored, change }: WatchPathOptions): () => void {
  const whole = resolve(folder, path);
  const isIgnored = (file: string): boolean =>
    ignored.some((one) => resolve(folder, one) === file) || file.split(sep).some((part) => noise.includes(part));
  try {
    // An editor puts a new file in the place of an old one, which a watch on the file itself would not outlive.
    const isFile = statSync(whole).isFile();
    const root = isFile ? dirname(whole) : whole;
    const watcher: FSWatcher = watch(root, { recursive: !isFile }, (_, name) => {
      if (name === null || (isFile && name !== basename(whole)) || isIgnored(join(root, name))) return;
      change(isFile ? path : join(path, name));
    });
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch (error) {
    throw wrongUse(`--watch-path ${path} cannot be watched: ${toReason(error)}.`);
  }
}

/** What lets a round begin. */
interface Triggers {
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
