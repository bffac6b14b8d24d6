import { toText } from '../../adapter/notation/shown-values.js';
import { ALWAYS } from '../../adapter/reading/record-queries.js';
import { toShardText } from '../../kernel/run/shard.js';
import { type Common, toSetRefusal } from '../../reports/merge/shard-set.js';
import { someOf } from '../../wire/wording.js';
import { findGaps, isFirstOf } from './deal-slices.js';
import type { SnapshotPart } from './snapshot-part.js';
import { type List, toFullName, toSliceName, type Window } from './snapshot-reader.js';

/** A part, and the name of its file. */
export interface NamedPart {
  readonly name: string;
  readonly part: SnapshotPart;
}

const SAME = 'give each shard the same';

const common: readonly Common<SnapshotPart>[] = [
  {
    label: 'target',
    of: ({ url, namespace }) => `${url} (${namespace})`,
    advice: 'only parts of one snapshot can be joined',
  },
  { label: 'number of shards', of: ({ shard }) => String(shard.count), advice: 'give each the same N in --shard I/N' },
  { label: 'version of calproof', of: ({ version }) => version, advice: 'take all parts with one' },
  { label: 'set of clauses', of: ({ clauseSet }) => clauseSet, isLong: true, advice: 'take all with one calproof' },
  {
    label: 'language parameter',
    of: ({ options }) => toText(options['languageParameter']),
    advice: `${SAME} --language-parameter`,
  },
  {
    label: 'choice of identities',
    of: ({ identities = [] }) => identities.join(' and ') || 'none',
    advice: `${SAME} --as`,
  },
];

/** Why parts cannot be joined, in a sentence that names them; undefined for all parts of one snapshot. */
export function toPartRefusal(parts: readonly NamedPart[]): string | undefined {
  return toSetRefusal({ shards: parts, common, whole: 'snapshot', files: 'parts' }) ?? toUnread(parts);
}

/** How many gaps are named. */
const NAMED = 3;

/** Shards deal by the totals that each of them saw, so that a list that changed meanwhile may be dealt in two ways. */
function toUnread(parts: readonly NamedPart[]): string | undefined {
  const lists = new Map(parts.flatMap(({ part }) => part.lists.map(({ list }) => [toFullName(list), list] as const)));
  const gaps = [...lists.values()].flatMap((list) => findGapsOf(list, parts));
  if (gaps.length === 0) return undefined;
  const names = someOf(gaps.map(toGapName), NAMED);
  const again = [...new Set(gaps.map((gap) => toNeighbour(gap, parts)))].join(' and ');
  return `No part holds ${names}: lists changed between the starts of the shards. Take shard ${again} again.`;
}

type Gap = List & { readonly window: Window };

const toGapName = ({ window, ...list }: Gap): string =>
  window.from <= ALWAYS.from && window.to >= ALWAYS.to ? toFullName(list) : toSliceName({ ...list, window });

const findGapsOf = (list: List, parts: readonly NamedPart[]): readonly Gap[] =>
  findGaps(windowsOf(list, parts).map(({ window }) => window)).map((window) => ({ ...list, window }));

const windowsOf = (list: List, parts: readonly NamedPart[]) =>
  parts.flatMap(({ part: { lists, shard } }) =>
    lists
      .filter((found) => toFullName(found.list) === toFullName(list))
      .flatMap(({ windows }) => windows.map((window) => ({ window, shard }))),
  );

/** The shard that reads up to a gap, or from it on; of a list that nobody read, the one that a list starts at. */
function toNeighbour({ window: gap, ...list }: Gap, parts: readonly NamedPart[]): string {
  const windows = windowsOf(list, parts);
  const before = windows
    .filter(({ window }) => window.to < gap.from)
    .toSorted(byEnd)
    .at(-1);
  const after = windows.filter(({ window }) => window.from > gap.to).toSorted(byEnd)[0];
  const first = parts.map(({ part }) => part).find(({ shard }) => isFirstOf(list, shard));
  const { shard } = before ?? after ?? first ?? { shard: undefined };
  return shard ? toShardText(shard) : '1';
}

const byEnd = (one: { readonly window: Window }, other: { readonly window: Window }): number =>
  one.window.to < other.window.to ? -1 : 1;
