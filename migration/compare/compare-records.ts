import type { Collection } from '../../contract/resources.js';
import type { Matched } from '../findings/comparison-result.js';
import { createFindingGroups, type FindingGroups } from '../findings/finding.js';
import { snapshotOrder, type SnapshotRecord } from '../snapshot/canonical-record.js';
import { contentKey } from '../snapshot/record-keys.js';
import type { SnapshotHeader } from '../snapshot/snapshot-header.js';
import { compareAccess } from './compare-access.js';
import type { ComparedRecords, CompareOptions } from './compared-sides.js';
import { differ } from './differ.js';
import { findUnmade, type IntendedChange, toIntended } from './intended-change.js';
import { type Match, match } from './match.js';
import { createChanges, createMapping, type Mapping } from './record-changes.js';

/** Compares the records of two snapshots. Collections that others refer to go first. */
export async function compareRecords(options: CompareOptions): Promise<ComparedRecords> {
  const compared = { groups: createFindingGroups(), mapping: createMapping(), changes: createChanges(), matched: {} };
  const made = new Set<IntendedChange>();
  const a = { ...options.a, records: intend(options, (change) => made.add(change)) };
  for (const collection of snapshotOrder) await compareCollection(collection, { ...options, a }, compared);
  await compareAccess({ ...options, a }, compared);
  explainCounts(compared.groups);
  explainClocks(compared.groups);
  return { ...compared, idle: options.intended.filter((one) => !made.has(one)) };
}

/** The records before as they are to be after the changes that are meant. */
const intend = ({ a, intended }: CompareOptions, touched: (change: IntendedChange) => void) =>
  async function* records(
    collection: Collection,
    as?: string,
    without?: ReadonlySet<string>,
  ): AsyncGenerator<SnapshotRecord> {
    for await (const record of a.records(collection, as, without)) yield toIntended(record, intended, touched);
  };

interface Growing extends Omit<ComparedRecords, 'idle'> {
  readonly matched: Record<string, Matched>;
}

async function compareCollection(collection: Collection, options: CompareOptions, compared: Growing): Promise<void> {
  const { a, b, createSorting } = options;
  const toMatches = (without: ReadonlySet<string>): AsyncIterable<Match> =>
    match(a.records(collection, undefined, without), b.records(collection, undefined, without), createSorting);
  // Categories refer to each other, so it must be known of all which is which before any is compared.
  if (collection === 'categories') for await (const one of toMatches(NONE)) note(one, options, compared.mapping);
  const equal = findEqual(collection, options, compared.mapping);
  const counts: Record<string, number> = equal.records > 0 ? { id: equal.records } : {};
  const strangers = new Map<string, SnapshotRecord>();
  for await (const one of toMatches(equal.digests)) {
    note(one, options, compared.mapping);
    count(counts, one.by ?? (one.a ? 'vanished' : 'new'));
    if (one.a && one.b) compareMatch(one.a, one.b, options, compared);
    else if (one.a) compared.groups.add(toLoss(one.a, b.header), one);
    if (one.a && !one.b) compared.changes.gone(collection, one.a.id);
    if (one.a || !one.b) continue;
    compared.changes.added(collection, one.b.id);
    if (strangers.size < MOST_STRANGERS) strangers.set(`${one.b.id} ${contentKey(one.b)}`, one.b);
    else compared.groups.add({ cause: 'record.new' }, { b: one.b });
  }
  const many = await reportStrangers(strangers, b.records(collection), compared.groups);
  if (many > 0) {
    counts['duplicated'] = many;
    counts['new'] = (counts['new'] ?? 0) - many;
  }
  compared.matched[collection] = counts;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The ranges that both sides have: each of their records is matched by its ID, and differs in nothing. Not where a
 * record may differ though its line does not: by an intended change, or by links to records that have other IDs now.
 */
function findEqual(collection: Collection, { a, b, intended }: CompareOptions, mapping: Mapping) {
  const isExact = intended.length === 0 && !mapping.hasAny();
  const after = new Set(b.ranges(collection).map(({ digest }) => digest));
  const ranges = isExact ? a.ranges(collection).filter(({ digest }) => after.has(digest)) : [];
  return {
    digests: new Set(ranges.map(({ digest }) => digest)),
    records: ranges.reduce((sum, { records }) => sum + records, 0),
  };
}

/** The most new records to keep, to distinguish copies from new records. */
const MOST_STRANGERS = 2_000;

/** Distinguishes new records from copies of other records by reading all once more. */
async function reportStrangers(
  strangers: ReadonlyMap<string, SnapshotRecord>,
  records: AsyncIterable<SnapshotRecord>,
  folding: FindingGroups,
): Promise<number> {
  if (strangers.size === 0) return 0;
  const contents = new Set([...strangers.values()].map(contentKey));
  const copied = new Set<string>();
  for await (const record of records) {
    const content = contentKey(record);
    if (contents.has(content) && !strangers.has(`${record.id} ${content}`)) copied.add(content);
  }
  const copies = [...strangers.values()].filter((b) => copied.has(contentKey(b)));
  for (const b of strangers.values()) {
    folding.add({ cause: copied.has(contentKey(b)) ? 'record.duplicated' : 'record.new' }, { b });
  }
  return copies.length;
}

function note({ a, b }: Match, { wanted }: CompareOptions, mapping: Mapping): void {
  if (!a || (a.collection === 'events' && wanted?.has(a.id) !== true)) return;
  if (b) mapping.moved(a.collection, a.id, b.id);
  else mapping.gone(a.collection, a.id);
}

function compareMatch(a: SnapshotRecord, b: SnapshotRecord, options: CompareOptions, compared: Growing): void {
  const volatile = new Set([...options.a.header.volatile, ...options.b.header.volatile]);
  const { mapping, groups, changes } = compared;
  const language = languageLost(a, options.b.header);
  for (const difference of differ(a, b, { relate: mapping.toId, volatile })) {
    if (difference.cause !== 'value.volatile')
      changes.changed(a.collection, b.id, difference.field ?? difference.cause);
    const unmade = findUnmade(options.intended, difference);
    const isLost = language !== undefined && difference.cause === 'record.lists';
    const cause = isLost ? ({ cause: 'language.dropped', field: language } as const) : undefined;
    groups.add({ ...difference, ...(unmade ? { cause: 'map.absent', field: unmade.text } : cause) }, { a, b });
  }
}

/** A record that is gone with the only lists that showed it is gone with its language. */
function toLoss(record: SnapshotRecord, after: SnapshotHeader) {
  const language = languageLost(record, after);
  return language === undefined
    ? ({ cause: 'record.vanished' } as const)
    : ({ cause: 'language.dropped', field: language } as const);
}

/** The only language with lists that showed a record, where it has none any more. */
function languageLost({ collection, lists }: SnapshotRecord, { lists: after }: SnapshotHeader): string | undefined {
  const [language = '', ...others] = new Set(lists.map((list) => list.split(' ')[0] ?? ''));
  const isSpoken = Object.keys(after).some((name) => `${name} `.startsWith(`${collection} ${language} `));
  return others.length === 0 && !isSpoken && /^\/?[a-z]{2}$/.test(language) ? language : undefined;
}

/** Counts of linked events follow from the events: reports them only where no event differs. */
function explainCounts(folding: FindingGroups): void {
  const isExplained =
    (['record.vanished', 'record.new', 'record.duplicated', 'language.dropped'] as const).some((cause) =>
      folding.has(cause, 'events'),
    ) ||
    ['events.categories', 'events.tags', 'events.status'].some((name) =>
      (['relation.lost', 'relation.gained', 'relation.changed', 'value.changed'] as const).some((cause) =>
        folding.has(cause, name),
      ),
    ) ||
    folding.has('language.dropped');
  if (isExplained) folding.drop('count.changed');
}

/** Publication times follow the clock of the site: where it moved events, reports the events alone. */
function explainClocks(folding: FindingGroups): void {
  const ofEvents = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'];
  const isFound = (cause: 'time.instant' | 'time.wall'): boolean =>
    ofEvents.some((field) => folding.has(cause, `events.${field}`));
  if (isFound('time.instant') && !isFound('time.wall')) folding.drop('time.wall');
  if (isFound('time.wall') && !isFound('time.instant')) folding.drop('time.instant');
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
