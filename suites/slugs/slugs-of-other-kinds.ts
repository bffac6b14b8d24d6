import fc from 'fast-check';
import { type Calendar, createdId } from '../../adapter/calendar/calendar.js';
import { bySlug } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { carriersOf, payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { isGranted } from '../../wire/status.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { type AddressedRecord, addressingsOn, expectAtSlug, sentText, slugOf } from '../expect/record-address.js';

/** Kinds that make slugs of names: two of one name have one slug. */
const kinds = ['venues', 'organizers'] as const;

/** Creates a record; undefined where it did not get this slug. */
async function createdWith(
  calendar: Calendar,
  slug: string,
  collection: Collection,
  body: Payload,
): Promise<AddressedRecord | undefined> {
  const { exchange } = await calendar.create(collection, body);
  const id = isGranted(exchange) ? createdId(calendar.lens, collection, exchange) : undefined;
  if (id === undefined) return undefined;
  const shown = calendar.lens.recordIfAny(collection, exchange);
  const record = { collection, id, ...(shown && { shown }) };
  return (await slugOf(calendar, record)) === slug ? record : undefined;
}

/** A slug is an address below its collection: what another collection has there is another matter, whatever is done to it. */
export const keepsSlugsApart: CalendarRequirement = requirement({
  id: 'coherence.slugs.other-kinds',
  level: 'MUST',
  clause: 'address.slug',
  alsoCovers: ['coherence.other-records'],
  operations: [
    'events.create',
    'events.by-slug.read',
    ...kinds.flatMap((kind) => [`${kind}.by-slug.read`, `${kind}.by-slug.delete`] as const),
  ],
  profile: 'coherence',
  needs: ['events.create', 'events.by-slug.read'],
  effects: 'writes',
  statement:
    'An event, a venue and an organizer with the same slug are each found by it, and a DELETE by it leaves the others.',
  cost: 9,
  given: (world) => {
    const [kind, ...others] = kinds.filter((one) => addressingsOn(world.profile, one).includes('slug'));
    if (!kind) throw new Inconclusive('the target finds neither venues nor organizers by slugs');
    // Plain names: what a slug shows of other letters may not be what a body is to hold.
    const small = <Kind extends Collection>(collection: Kind) =>
      payload(resourceOf(collection), world, { only: carriersOf(collection), kind: 0 }).map((body) => ({
        collection,
        body,
      }));
    return fc.record({ first: small(kind), event: small('events'), others: allOrFewer(others.map(small), 0) });
  },
  arrange: ({ calendar }, { first: { collection, body } }) => calendar.make(collection, body),
  async check({ calendar }, { event, others }, first) {
    const { label } = resourceOf(first.collection);
    const slug = await slugOf(calendar, first);
    const sharing: (AddressedRecord | undefined)[] = [
      await createdWith(calendar, slug, 'events', { ...event.body, slug }),
      first,
    ];
    for (const { collection, body } of others) {
      const named = { ...body, [resourceOf(collection).label]: sentText(first, label) };
      sharing.push(await createdWith(calendar, slug, collection, named));
    }
    const found = sharing.filter((one) => one !== undefined);
    for (const record of found) await expectAtSlug(calendar, record, slug);
    for (const { collection } of found.toReversed()) {
      expectSuccess(await calendar.remove(collection, bySlug(slug)), `a DELETE by slug in ${collection}`);
    }
  },
});
