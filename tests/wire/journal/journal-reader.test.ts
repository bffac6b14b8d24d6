import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseJournal, UnreadableJournal } from '../../../wire/journal/journal-reader.js';
import { openJournal } from '../../../wire/journal/journal.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'));
  path = join(folder, 'run.journal');
});
afterEach(() => rm(folder, { recursive: true }));

/** The journal as it is in the file now. */
const readBack = async () => parseJournal(await readFile(path, 'utf8'), path);

const intent = (n: number) => ({ n, method: 'POST', target: `/${n}`, claim: { marker: `m${n}` } });

test('an intent is in the file when it resolves', async () => {
  const journal = await openJournal(path, { origin: 'http://127.0.0.1:1' });
  await journal.intend(intent(1));
  expect(await readBack()).toEqual({
    meta: { origin: 'http://127.0.0.1:1' },
    intents: [{ ...intent(1), gone: false }],
  });
  await journal.close();
});

test('what becomes of an intent is kept with it', async () => {
  const journal = await openJournal(path, {});
  await Promise.all([1, 2, 3].map((n) => journal.intend(intent(n))));
  await journal.made(2, { id: 7 });
  await journal.gone(3);
  expect(await journal.close()).toBe(path);
  expect((await readBack()).intents).toEqual([
    { ...intent(1), gone: false },
    { ...intent(2), record: { id: 7 }, gone: false },
    { ...intent(3), gone: true },
  ]);
});

test('an intent with a record that was thought gone is open again once the record is seen', async () => {
  const journal = await openJournal(path, {});
  await journal.intend(intent(1));
  await journal.gone(1);
  await journal.made(1, { id: 7 });
  expect(await journal.close()).toBe(path);
  expect((await readBack()).intents).toEqual([{ ...intent(1), record: { id: 7 }, gone: false }]);
});

test('nothing is left of a journal once all intents are settled', async () => {
  const journal = await openJournal(path, {});
  await journal.intend(intent(1));
  await journal.made(1, 7);
  await journal.gone(1);
  expect(await journal.close()).toBeUndefined();
  expect(existsSync(path)).toBe(false);
});

test('each of many intents at once is in the file when it resolves', async () => {
  const journal = await openJournal(path, {});
  const numbers = Array.from({ length: 200 }, (_, n) => n);
  await Promise.all(
    numbers.map(async (n) => {
      if (n % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
      await journal.intend(intent(n));
      expect(await readFile(path, 'utf8')).toContain(`"n":${n},`);
    }),
  );
  await journal.close();
  expect((await readBack()).intents.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual(numbers);
});

test('the journal of another run is not overwritten', async () => {
  await writeFile(path, 'precious');
  await expect(openJournal(path, {})).rejects.toThrow('EEXIST');
  expect(await readFile(path, 'utf8')).toBe('precious');
});

test.skipIf(process.platform === 'win32')('only its owner can read it', async () => {
  const journal = await openJournal(path, {});
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await journal.close();
});

describe('reading', () => {
  const run = '{"type":"run","version":1,"seed":5}';
  const first = '{"type":"intent","n":1,"method":"POST","target":"/","claim":null}';
  const read = async (...lines: string[]) => {
    await writeFile(path, lines.join('\n'));
    return readBack();
  };

  test.each(['{"type":"inte', '\0\0\0', '{"type":"intent","n":2}', '{'])(
    'leaves out a torn last line: %j',
    async (torn) => {
      expect(await read(run, first, torn)).toEqual({
        meta: { seed: 5 },
        intents: [{ n: 1, method: 'POST', target: '/', claim: null, gone: false }],
      });
    },
  );

  test('takes a last line that lacks nothing but its end', async () => {
    expect((await read(run, first)).intents).toHaveLength(1);
  });

  test('takes the end of a run', async () => {
    expect((await read(run, first, '{"type":"closed"}', '')).intents).toHaveLength(1);
  });

  test.each([
    ['a torn line in the middle', [run, '{"type":"inte', first, ''], 'line 2'],
    ['a line of another kind', [run, first, '{"type":"unheard-of","n":1}', ''], 'line 3'],
    ['an intent without a target', [run, '{"type":"intent","n":1,"method":"POST","claim":1}', ''], 'line 2'],
    ['what becomes of no intent', [run, '{"type":"gone","n":4}', ''], 'line 2'],
    ['an intent written twice', [run, first, first, ''], 'line 3'],
    ['a second start', [run, run, ''], 'line 2'],
    ['another start', ['{"type":"run","version":2}', first, ''], 'line 1'],
    ['no start', [first, ''], 'line 1'],
    ['an empty file', [''], 'line 1'],
    ['another file', ['hello', ''], 'line 1'],
  ])('refuses %s', async (_, lines, where) => {
    const reading = read(...lines);
    await expect(reading).rejects.toBeInstanceOf(UnreadableJournal);
    await expect(reading).rejects.toThrow(where);
  });
});
