import { toText } from '../../adapter/notation/shown-values.js';
import { toDifferingFacts } from '../../reports/merge/learned-differences.js';
import type { JsonObject } from '../../wire/json.js';
import type { SnapshotHeader, SnapshotWindow } from '../snapshot/snapshot-header.js';

/** A snapshot of the same target that was taken before. */
export interface Earlier {
  readonly header: SnapshotHeader;
  readonly windows: readonly SnapshotWindow[];
  /** Its records as they stand in the file, in order; as often as needed. */
  lines(): AsyncIterable<string>;
}

/** What both snapshots must have in common. */
type Common = Pick<SnapshotHeader, 'version' | 'url' | 'namespace' | 'clauseSet' | 'options' | 'identities'>;

interface Condition {
  readonly label: string;
  readonly of: (header: Common) => string;
  /** Too long to be shown. */
  readonly isLong?: true;
  readonly advice: string;
}

const conditions: readonly Condition[] = [
  {
    label: 'target',
    of: ({ url, namespace }) => `${url} (${namespace})`,
    advice: 'give a snapshot of the same URL and namespace',
  },
  { label: 'version of calproof', of: ({ version }) => version, advice: 'take a snapshot without --since first' },
  {
    label: 'set of clauses',
    of: ({ clauseSet }) => clauseSet,
    isLong: true,
    advice: 'take a snapshot without --since first',
  },
  {
    label: 'language parameter',
    of: ({ options }) => toText(options['languageParameter']),
    advice: 'give the same --language-parameter',
  },
  {
    label: 'choice of identities',
    of: ({ identities = [] }) => identities.join(' and ') || 'none',
    advice: 'give the same --as, or take a snapshot without --since',
  },
];

/** Why nothing can be taken over from an earlier snapshot, as the end of a sentence; undefined where something can be. */
export function toEarlierRefusal(earlier: SnapshotHeader, now: Common): string | undefined {
  if (!earlier.windows)
    return 'states no windows, so it is of an earlier version of calproof; take a snapshot without --since first';
  const found = conditions.find(({ of }) => of(earlier) !== of(now));
  if (!found) return undefined;
  const { label, of, isLong, advice } = found;
  const values = isLong ? '' : `, ${of(earlier)} instead of ${of(now)}`;
  return `has another ${label}${values}; ${advice}`;
}

/** What was learned otherwise than for the earlier snapshot: what was taken over may stand in another form. */
export function toLearnedDoubt(earlier: Earlier, learned: JsonObject): readonly string[] {
  const facts = toDifferingFacts(earlier.header.learned, learned);
  const when = `the snapshot of ${earlier.header.taken}`;
  return facts.length === 0 ? [] : [`what was learned of the target differs from ${when}: ${facts.join(', ')}`];
}
