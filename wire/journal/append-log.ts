import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file of lines that only grows. */
export interface AppendLog {
  /** Resolves when the line is written, and with `durable` when it also survives a crash of the machine. */
  append(line: string, durability: 'durable' | 'buffered'): Promise<void>;
  close(): Promise<void>;
}

interface Pending {
  readonly line: string;
  readonly durable: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates a log that only its owner may read; fails with EEXIST when the file exists. Lines that arrive during a write
 * are written together with one fsync. After a failed write nothing more is appended.
 */
export async function createAppendLog(path: string): Promise<AppendLog> {
  const file = await open(path, 'ax', 0o600);
  await syncFolder(dirname(path));
  let pending: Pending[] = [];
  let writing: Promise<void> | undefined;
  let broken: unknown;

  async function write(batch: readonly Pending[]): Promise<void> {
    try {
      if (broken !== undefined) throw broken;
      await file.appendFile(batch.map(({ line }) => `${line}\n`).join(''));
      if (batch.some(({ durable }) => durable)) await file.datasync();
      for (const { resolve } of batch) resolve();
    } catch (error) {
      broken = error;
      for (const { reject } of batch) reject(error);
    }
  }
  async function drain(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending;
      pending = [];
      await write(batch);
    }
    writing = undefined;
  }

  return {
    append: (line, durability) =>
      new Promise((resolve, reject) => {
        pending.push({ line, durable: durability === 'durable', resolve, reject });
        writing ??= drain();
      }),
    async close() {
      await writing;
      await file.close();
    },
  };
}

/** Makes the name of a new file durable, where the system lets a folder be synced (Windows does not). */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  await folder.sync();
  await folder.close();
}
