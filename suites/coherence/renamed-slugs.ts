import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { shownFieldId } from '../../contract/clauses/resource-clauses.js';
import { updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { carriersOf, payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isGranted } from '../../wire/status.js';
import { fateOfUnsent } from '../expect/expect-updated.js';
import { itemOperation, slugOf } from '../expect/record-address.js';

/** The kinds of record that take a slug in their body. */
const slugged = ['events', 'categories', 'tags'] as const;

const operations = slugged.flatMap((collection) => updateVerbs.map((verb) => itemOperation(collection, 'id', verb)));

/** What a rename made of a slug that was sent before. */
interface Renamed {
  readonly what: string;
  readonly collection: Collection;
  readonly isKept: boolean;
  readonly slugs: string;
  readonly exchange: Exchange;
}

/** Renames a record by each verb that keeps what it does not send; the slug that one made is what the next should keep. */
async function rename(calendar: Calendar, made: Made): Promise<readonly Renamed[]> {
  const { collection, id } = made;
  const renamed: Renamed[] = [];
  let before = await slugOf(calendar, made);
  for (const verb of updateVerbs.filter((one) => fateOfUnsent(calendar, one) === 'kept')) {
    const change = { [resourceOf(collection).label]: `Renamed ${MARK}` };
    const { exchange } = await calendar.update(collection, byId(made), verb, change);
    if (!isGranted(exchange)) continue;
    const shown = calendar.lens.recordIfAny(collection, exchange);
    const after = await slugOf(calendar, { collection, id, ...(shown && { shown }) });
    const what = `the slug of ${collection}/${id} by a ${verb} of its name`;
    renamed.push({ what, collection, isKept: after === before, slugs: `${before} became ${after}`, exchange });
    before = after;
  }
  return renamed;
}

/** Whether a slug follows the name is open where it was sent, too: what one verb keeps of one kind of record, all keep of all. */
export const keepsSlugsAlike: CalendarRequirement = requirement({
  id: 'coherence.slugs.renamed',
  level: 'MUST',
  clause: 'coherence.siblings',
  alsoCovers: ['coherence.kept-write'],
  operations,
  profile: 'coherence',
  needs: [...slugged.flatMap((one) => [`${one}.create`, `${one}.read`] as const), ...operations],
  effects: 'writes',
  statement:
    'A rename leaves the slug that was sent for a record as it is, or makes another, by all verbs and in events, categories and tags alike.',
  cost: (2 + updateVerbs.length) * slugged.length,
  given: (world) =>
    fc.tuple(
      ...slugged.map((collection) =>
        payload(resourceOf(collection), world, { only: [...carriersOf(collection), 'slug'] }),
      ),
    ),
  async check({ calendar }, bodies) {
    const renamed: Renamed[] = [];
    for (const [nth, collection] of slugged.entries()) {
      renamed.push(...(await rename(calendar, await calendar.make(collection, bodies[nth] ?? {}))));
    }
    const [first, ...others] = renamed;
    if (!first || others.length === 0) throw new DoesNotApply('fewer than two updates rename a record');
    for (const other of others) expectAlikeRenamed(first, other);
  },
});

function expectAlikeRenamed(one: Renamed, other: Renamed): void {
  const [kept, lost] = one.isKept ? [one, other] : [other, one];
  const { what, collection, slugs: observed, exchange } = lost;
  const expected = `${what} to be kept, as ${kept.what} is`;
  const about = { field: shownFieldId(collection, 'slug') };
  expectThat(one.isKept === other.isKept, { kind: 'value', expected, observed, exchange, about });
}
