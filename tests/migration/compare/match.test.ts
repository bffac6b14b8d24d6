import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CreateSorting, type Match, match } from '../../../migration/compare/match.js';
import type { SnapshotRecord } from '../../../migration/snapshot/canonical-record.js';
import { toSortableId } from '../../../migration/snapshot/record-keys.js';

/** Sorts in memory, as files do. */
const inMemory: CreateSorting = async () => {
  const lines: string[] = [];
  return {
    add: async (line) => void lines.push(line),
    async *sorted() {
      yield* lines.sort((one, other) => (one < other ? -1 : 1));
    },
  };
};

async function* inOrder(records: readonly SnapshotRecord[]): AsyncGenerator<SnapshotRecord> {
  yield* records.toSorted((one, other) => (toSortableId(one.id) < toSortableId(other.id) ? -1 : 1));
}

async function matchAll(as: readonly SnapshotRecord[], bs: readonly SnapshotRecord[]): Promise<readonly Match[]> {
  const all: Match[] = [];
  for await (const one of match(inOrder(as), inOrder(bs), inMemory)) all.push(one);
  return all;
}

const event = (id: number, number: number, changed: Readonly<Record<string, string>> = {}): SnapshotRecord => ({
  collection: 'events',
  id: String(id),
  lists: ['default'],
  fields: {
    title: `Event ${number}`,
    slug: `event-${number}`,
    start_date: `2030-01-01 10:${10 + number}:00`,
    ...changed,
  },
  other: {},
});

const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 30 });

test('records are matched whatever ids they get, and missing and new ones are counted', async () => {
  await fc.assert(
    fc.asyncProperty(numbers, numbers, fc.integer({ min: 1, max: 100 }), async (before, after, distance) => {
      const as = before.map((number, index) => event(index + 1, number));
      const bs = after.map((number, index) => event(index + distance, number));
      const matches = await matchAll(as, bs);
      const pairs = matches.flatMap(({ a, b }) => (a && b ? [{ a: a.fields, b: b.fields }] : []));
      expect(pairs.map(({ b }) => b)).toEqual(pairs.map(({ a }) => a));
      const alone = (side: 'a' | 'b', other: 'a' | 'b') =>
        matches.flatMap((one) => (one[side] && !one[other] ? [one] : [])).length;
      const rest = (all: readonly number[], others: readonly number[]) =>
        all.filter((number) => !others.includes(number)).length;
      expect(matches.filter(({ a, b }) => a && b)).toHaveLength(before.filter((one) => after.includes(one)).length);
      expect(alone('a', 'b')).toBe(rest(before, after));
      expect(alone('b', 'a')).toBe(rest(after, before));
    }),
  );
});

test('a series with new slugs is matched by title and start', async () => {
  const series = (id: number, day: number, slug: string) =>
    event(id, 1, { title: 'Yoga', slug, start_date: `2030-01-0${day} 09:00:00` });
  const as = [series(1, 1, 'yoga'), series(2, 2, 'yoga-2'), series(3, 3, 'yoga-3')];
  const bs = [series(7, 3, 'yoga'), series(8, 1, 'yoga-2'), series(9, 2, 'yoga-3')];
  const matches = await matchAll(as, bs);
  expect(new Map(matches.map(({ a, b }) => [a?.id, b?.id]))).toEqual(
    new Map([
      ['1', '8'],
      ['2', '9'],
      ['3', '7'],
    ]),
  );
});

test('a record that is called otherwise in every way is still the one with its id', async () => {
  const same = { cost: '5', website: 'https://walks.example', description: 'Bring clothes.', image: '7' };
  const [one] = await matchAll([event(1, 1, same)], [event(1, 2, same)]);
  expect(one).toMatchObject({ by: 'id alone', a: { id: '1' }, b: { id: '1' } });
  const others = await matchAll([event(1, 1, { cost: '5' })], [event(1, 2, { cost: '7' })]);
  expect(others).toHaveLength(2);
});
