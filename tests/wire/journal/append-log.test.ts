import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AppendLog, createAppendLog } from '../../../wire/journal/append-log.js';

let folder: string;
let path: string;
let log: AppendLog;
let handle: object;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'append-log-'));
  path = join(folder, 'log');
  log = await createAppendLog(path);
  const other = await open(path);
  handle = Object.getPrototypeOf(other);
  await other.close();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await log.close();
  await rm(folder, { recursive: true });
});

const spyOn = (method: string) => vi.spyOn(handle as Record<string, () => Promise<void>>, method);

test('a durable line is synced before it counts as written', async () => {
  const synced: string[] = [];
  spyOn('datasync').mockImplementation(async () => {
    synced.push(await readFile(path, 'utf8'));
  });
  await log.append('a', 'durable');
  expect(synced).toEqual(['a\n']);
});

test('a buffered line is not', async () => {
  const datasync = spyOn('datasync');
  await log.append('a', 'buffered');
  expect(datasync).not.toHaveBeenCalled();
  expect(await readFile(path, 'utf8')).toBe('a\n');
});

test('lines that wait for one another share a sync', async () => {
  const datasync = spyOn('datasync');
  const lines = Array.from({ length: 100 }, (_, at) => `${at}`);
  await Promise.all(lines.map((line) => log.append(line, 'durable')));
  expect(datasync.mock.calls.length).toBeLessThanOrEqual(2);
  expect(await readFile(path, 'utf8')).toBe(`${lines.join('\n')}\n`);
});

test.each(['appendFile', 'datasync'])('after a failed %s nothing is appended any more', async (method) => {
  spyOn(method).mockRejectedValueOnce(new Error('disk full'));
  await expect(log.append('a', 'durable')).rejects.toThrow('disk full');
  const before = await readFile(path, 'utf8');
  await expect(log.append('b', 'durable')).rejects.toThrow('disk full');
  expect(await readFile(path, 'utf8')).toBe(before);
});
