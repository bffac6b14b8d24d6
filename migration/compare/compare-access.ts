import type { Collection } from '../../contract/resources.js';
import type { Difference } from '../findings/finding.js';
import { snapshotOrder } from '../snapshot/canonical-record.js';
import type { ComparedRecords, CompareOptions } from './compared-sides.js';
import { differ } from './differ.js';
import { type Match, match } from './match.js';

type Compared = Omit<ComparedRecords, 'idle'>;

/** Compares what each identity sees that both snapshots were read as. */
export async function compareAccess(options: CompareOptions, compared: Compared): Promise<void> {
  const { identities = [] } = options.b.header;
  for (const as of options.a.header.identities?.filter((name) => identities.includes(name)) ?? [])
    for (const collection of snapshotOrder) await compareSeen({ collection, as }, options, compared);
}

/** Records of one kind as one identity sees them. */
interface Seen {
  readonly collection: Collection;
  readonly as: string;
}

async function compareSeen({ collection, as }: Seen, options: CompareOptions, compared: Compared) {
  const { a, b, createSorting } = options;
  const volatile = new Set([...a.header.volatile, ...b.header.volatile]);
  for await (const one of match(a.records(collection, as), b.records(collection, as), createSorting)) {
    for (const found of differencesOf(one, volatile, compared))
      compared.groups.add({ ...found, field: [as, found.field ?? []].flat().join(': ') }, one);
  }
}

/** How the sight of a record differs, other than the record itself does: that was found already. */
function differencesOf(
  { a, b }: Match,
  volatile: ReadonlySet<string>,
  { changes, mapping }: Compared,
): readonly Difference[] {
  // Of so many that came or went it is not known which.
  const isKnown = !changes.isFull((a ?? b)?.collection ?? 'events');
  if (a && !b) return isKnown && !changes.isGone(a.collection, a.id) ? [{ cause: 'access.lost' }] : [];
  if (b && !a) return isKnown && !changes.isAdded(b.collection, b.id) ? [{ cause: 'access.gained' }] : [];
  if (!a || !b) return [];
  return differ(a, b, { relate: mapping.toId, volatile })
    .filter(({ cause, field }) => !changes.hasChanged(b.collection, b.id, [field ?? cause]))
    .filter(({ cause }) => cause !== 'value.volatile')
    .map((one): Difference => ({ ...one, cause: isMore(one) ? 'access.field' : 'access.changed' }));
}

/** Whether more is seen of a record than before: a field, a value, a list that it is in. */
const isMore = ({ cause, before, after }: Difference): boolean =>
  ['field.new', 'value.gained', 'relation.gained'].includes(cause) ||
  (cause === 'record.lists' && Array.isArray(before) && Array.isArray(after) && after.length > before.length);
