import { expect, test } from 'vitest';
import type { Side } from '../../../migration/compare/compared-sides.js';
import { compareRecords } from '../../../migration/compare/compare-records.js';
import { type IntendedChange, toIntendedChange } from '../../../migration/compare/intended-change.js';
import type { CreateSorting } from '../../../migration/compare/match.js';
import type { SnapshotRecord } from '../../../migration/snapshot/canonical-record.js';

const inMemory: CreateSorting = async () => {
  const lines: string[] = [];
  return {
    add: async (line) => void lines.push(line),
    async *sorted() {
      yield* lines.sort((one, other) => (one < other ? -1 : 1));
    },
  };
};

const venue = (id: number): SnapshotRecord => ({
  collection: 'venues',
  id: String(id),
  lists: ['default'],
  fields: { venue: 'Hall', slug: 'hall' },
  other: {},
});

const event = (id: number, at = 5): SnapshotRecord => ({
  collection: 'events',
  id: String(id),
  lists: ['default'],
  fields: { title: `Event ${id}`, slug: `event-${id}`, start_date: '2030-01-01 10:00:00', venue: [String(at)] },
  other: {},
});

/** A snapshot with a range for each collection, and the collections that were read of it. */
function sideOf(records: readonly SnapshotRecord[], hasRanges = true) {
  const read: string[] = [];
  const of = (collection: string) => records.filter((one) => one.collection === collection);
  const digestOf = (collection: string) => JSON.stringify(of(collection));
  const side: Side = {
    header: {
      'calproof-snapshot': 1,
      version: '0.1.0',
      url: 'http://127.0.0.1',
      namespace: 'vendor/events/v1',
      taken: '2026-11-21T09:00:00.000Z',
      clauseSet: '',
      options: {},
      learned: {},
      records: {},
      lists: { 'events default': 1, 'venues default': 1 },
      volatile: [],
      unproved: [],
    },
    ranges: (collection) =>
      hasRanges && of(collection).length > 0
        ? [{ collection, records: of(collection).length, digest: digestOf(collection), octets: 1 }]
        : [],
    async *records(collection, _as, without) {
      if (without?.has(digestOf(collection))) return;
      for (const record of of(collection)) {
        read.push(collection);
        yield record;
      }
    },
  };
  return { side, read };
}

interface Compared {
  readonly before: readonly SnapshotRecord[];
  readonly after: readonly SnapshotRecord[];
  readonly intended?: readonly IntendedChange[];
  readonly hasRanges?: boolean;
}

async function compare({ before, after, intended = [], hasRanges = true }: Compared) {
  const [a, b] = [sideOf(before, hasRanges), sideOf(after, hasRanges)];
  const { groups, matched } = await compareRecords({ a: a.side, b: b.side, createSorting: inMemory, intended });
  return { findings: groups.findings(), matched, read: [...new Set([...a.read, ...b.read])] };
}

const before = [venue(5), event(1), event(2)];

test('ranges that both have are matched by ID, and not read', async () => {
  const { findings, matched, read } = await compare({ before, after: before });
  expect(findings).toEqual([]);
  expect(matched).toMatchObject({ venues: { id: 1 }, events: { id: 2 } });
  expect(read).toEqual([]);
});

const slugs = toIntendedChange('slug:event-=walk-');

test.each<{ readonly name: string } & Compared>([
  { name: 'equal', before, after: before },
  { name: 'an event changed', before, after: [venue(5), event(1), { ...event(2), lists: ['default', 'nl'] }] },
  {
    name: 'all venues have other IDs, but events still refer to the old ones',
    before,
    after: [venue(6), event(1), event(2)],
  },
  { name: 'a venue went', before, after: [event(1), event(2)] },
  { name: 'a copy came', before, after: [...before, { ...event(1), id: '9' }] },
  { name: 'a change is meant that did not happen', before, after: before, intended: slugs ? [slugs] : [] },
])('reading all finds nothing else: $name', async (compared) => {
  const { read: _some, ...skipped } = await compare(compared);
  const { read: _all, ...whole } = await compare({ ...compared, hasRanges: false });
  expect(skipped.findings).toEqual(whole.findings);
  expect(skipped.matched).toMatchObject({ events: whole.matched['events'], venues: whole.matched['venues'] });
});

test('events that are equal, but link to a venue with another ID now, are findings', async () => {
  const { findings } = await compare({ before, after: [venue(6), event(1), event(2)] });
  expect(findings.map(({ cause, counts }) => [cause, counts])).toContainEqual([
    'relation.changed',
    { 'events.venue': 2 },
  ]);
});
