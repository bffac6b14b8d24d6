import { expect, test } from 'vitest';
import { alignEntries } from '../../../migration/since/align-entries.js';
import { compareSample, findLeft, overlayEntries } from '../../../migration/since/overlay-entries.js';

const JANUARY = '2026-01-01..2026-01-31';
const MARCH = '2026-03-01..2026-03-31';
const sliceOf = (window: string): string => `events default ${window}`;

interface Made {
  readonly title?: string;
  readonly list?: string;
  readonly views?: number;
}

const entry = (id: number, window: string, { title = `Event ${id}`, list = 'default', views = 1 }: Made = {}): string =>
  ['4', `01:${id}`, '0000000', `"fields":{"title":"${title}"},"other":{"views":${views}}`, list, window].join('\t');

async function* inOrder(entries: readonly string[]): AsyncGenerator<string> {
  yield* entries.toSorted((one, other) => (one < other ? -1 : 1));
}

interface Both {
  readonly earlier: readonly string[];
  readonly read: readonly string[];
}

const align = ({ earlier, read }: Both) => alignEntries(inOrder(earlier), inOrder(read));

async function overlay(both: Both, ...takenOver: readonly string[]): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of overlayEntries(align(both), new Set(takenOver.map(sliceOf)))) all.push(line);
  return all;
}

const earlier = [entry(1, JANUARY), entry(2, JANUARY), entry(3, MARCH), entry(4, MARCH)];

test('what is read replaces its window, and the rest is taken over', async () => {
  const read = [entry(4, MARCH, { title: 'Renamed' }), entry(5, MARCH)];
  expect(await overlay({ earlier, read }, JANUARY)).toEqual([entry(1, JANUARY), entry(2, JANUARY), ...read]);
});

test('what a list shows elsewhere now is not taken over, but what another list shows is', async () => {
  const nl = entry(2, JANUARY, { list: 'nl' });
  const read = [entry(2, MARCH)];
  const lines: string[] = [];
  const takenOver = new Set([sliceOf(JANUARY), `events nl ${JANUARY}`]);
  for await (const line of overlayEntries(align({ earlier: [...earlier, nl], read }), takenOver)) lines.push(line);
  expect(lines).toEqual([entry(1, JANUARY), entry(2, MARCH), nl]);
});

test('a record that left for a window that was read contradicts the window it left', async () => {
  const moved = { earlier, read: [entry(2, MARCH), entry(3, MARCH)] };
  expect(await findLeft(align(moved), new Set([sliceOf(JANUARY)]))).toEqual(new Set([sliceOf(JANUARY)]));
  const stayed = { earlier, read: [entry(3, MARCH), entry(9, MARCH)] };
  expect(await findLeft(align(stayed), new Set([sliceOf(JANUARY)]))).toEqual(new Set());
});

test('a record that two windows showed before contradicts neither', async () => {
  const both = { earlier: [...earlier, entry(2, MARCH)], read: [entry(2, MARCH)] };
  expect(await findLeft(align(both), new Set([sliceOf(JANUARY)]))).toEqual(new Set());
});

test.each([
  { name: 'another text', read: entry(1, JANUARY, { title: 'Renamed' }), isChanged: true },
  { name: 'a record that was not there', read: entry(7, JANUARY), isChanged: true },
  { name: 'a record that was in another window', read: entry(3, JANUARY), isChanged: true },
  { name: 'another number of views, which is volatile', read: entry(1, JANUARY, { views: 9 }), isChanged: false },
  { name: 'the same', read: entry(1, JANUARY), isChanged: false },
])('a sample that shows $name', async ({ read, isChanged }) => {
  const { changed, unchanged } = await compareSample(align({ earlier, read: [read] }), new Set(['events.views']));
  expect([...changed]).toEqual(isChanged ? [sliceOf(JANUARY)] : []);
  expect([...unchanged]).toEqual(isChanged ? [] : [[sliceOf(JANUARY), 1]]);
});
