import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { wrongUse } from '../command-error.js';
import { toReason } from '../json-file.js';

/** Which changes of files are reported, and to whom. */
export interface WatchPathOptions {
  /** The folder that relative paths start from. */
  readonly folder: string;
  /** Files that may change without a word: what a run writes itself. */
  readonly ignored: readonly string[];
  /** Is told the path, as it was given, and what changed in it. */
  readonly change: (path: string) => void;
}

/** Folders in which much changes that no server is made of. */
const noise = ['node_modules', '.git', '.calproof'];

/** Watches a file, or a folder with all that is in it; gives what ends it. */
export function watchPath(path: string, { folder, ignored, change }: WatchPathOptions): () => void {
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
