import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import type { Extension } from '../../contract/queries.js';
import { linesOf } from './data-lines.js';
import { lockFile } from './file-lock.js';
import type { Change, Store } from './store.js';

/** What a site is set up with, and the highest id that it has given. */
interface Head {
  readonly calproofData: 1;
  readonly zone: string;
  readonly extensions: readonly Extension[];
  readonly lastId: number;
}

/** What of a site is kept beside its records. */
type Settings = Pick<Head, 'zone' | 'extensions'>;

/**
 * A file of JSON lines that keeps the records of a server: its head, and then a line with all changes of each request. A
 * change is in the file before its request is answered, so the end of the process at any moment loses nothing that was
 * answered; the last line of a request that was not is left out when it is not whole. The end of the machine may lose
 * what the operating system had not written.
 */
export interface DataFile {
  /** The settings that it was made with; undefined where it is new. */
  readonly settings: Settings | undefined;
  /** Puts what it holds into an empty store. Throws a sentence that names a line which is no change. */
  load(store: Store): void;
  /** Begins to keep changes; a file with more changes than twice the records is written anew before. */
  start(settings: Settings, store: Store): void;
  /** Takes a change of the request that is being answered. */
  note(change: Change): void;
  /** Writes the changes of a request. Throws when that fails: then they are written with those of the next request. */
  commit(): void;
  close(): void;
}

/** Opens a data file, or makes one. Throws a sentence when it is something else, or is in use. */
export function openDataFile(path: string): DataFile {
  // A device may never end.
  if (existsSync(path) && !statSync(path).isFile()) throw new Error(`${path} is not a regular file.`);
  const unlock = lockFile(path);
  try {
    return createDataFile(path, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function createDataFile(path: string, unlock: () => void): DataFile {
  let file = openSync(path, existsSync(path) ? 'r+' : 'w+');
  const lines = linesOf(file);
  const first = lines.next().value;
  const head = first || fstatSync(file).size > 0 ? toHead(path, first?.text ?? '') : undefined;
  let size = first?.end ?? 0;
  let isStarted = false;
  let pending: Change[] = [];
  let changes = 0;

  /** A line that is not whole, because the disk was full, is taken back. */
  function append(value: unknown): void {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, size + at);
      size += bytes.length;
    } catch (error) {
      ftruncateSync(file, size);
      throw error;
    }
  }
  function rewrite(settings: Settings, store: Store): void {
    const beside = `${path}.new`;
    const old = file;
    [file, size] = [openSync(beside, 'w'), 0];
    append({ calproofData: 1, ...settings, lastId: store.lastId() } satisfies Head);
    for (const record of store.all()) append([{ put: record }]);
    renameSync(beside, path);
    closeSync(old);
  }

  return {
    settings: head && { zone: head.zone, extensions: head.extensions },
    load(store) {
      if (head) store.takeId(head.lastId);
      let number = 1;
      for (const { text, end } of lines) {
        number += 1;
        for (const change of toChanges(text, `${path}, line ${number},`)) {
          store.apply(change);
          changes += 1;
        }
        size = end;
      }
      ftruncateSync(file, size);
    },
    start(settings, store) {
      const records = Object.values(store.counts()).reduce((sum, count) => sum + count, 0);
      if (!head || changes > 2 * records + 1_000) rewrite(settings, store);
      isStarted = true;
    },
    note(change) {
      if (isStarted) pending.push(change);
    },
    commit() {
      if (pending.length === 0) return;
      append(pending);
      pending = [];
    },
    close() {
      closeSync(file);
      unlock();
    },
  };
}

function toHead(path: string, line: string): Head {
  const head: Partial<Head> = toJson(line) ?? {};
  if (head.calproofData !== 1) throw new Error(`${path} is not a data file of calproof: its first line is none.`);
  return head as Head;
}

function toChanges(line: string, where: string): readonly Change[] {
  const changes = toJson(line);
  if (!Array.isArray(changes))
    throw new Error(`${where} is not a list of changes: the file was changed by something else.`);
  return changes as readonly Change[];
}

function toJson(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
