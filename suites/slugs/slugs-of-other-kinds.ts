import fc from 'fast-check';
import { type Calendar, createdId } from '../../adapter/calendar/calendar.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { carriersOf, payload } from '../../generators/payload.js';
import type { Payload, Ref } from '../../generators/wire-value.js';
import { Inconclusive } from '../../wire/errors.js';
import type { JsonValue } from '../../wire/json.js';
import { isGranted } from '../../wire/status.js';
import { publicRecord } from '../arbitraries/any-record.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { type AddressedRecord, addressingsOn, expectAtSlug, slugOf } from '../expect/record-address.js';

/** Kinds that make slugs of names: two of one name have one slug. */
const kinds = ['venues', 'organizers'] as const;

/** A record of the world, its slug and its name. */
interface Place extends AddressedRecord {
  readonly slug: string;
  readonly name: JsonValue | undefined;
}

async function placeOf(calendar: Calendar, world: World, ref: Ref): Promise<Place> {
  const { id, slug, body } = world.record(ref);
  const place = { collection: ref.ref, id };
  return { ...place, name: body[resourceOf(ref.ref).label], slug: slug || (await slugOf(calendar, place)) };
}

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

/** A slug is an address below its collection: what another collection has there is another matter. */
export const keepsSlugsApart: CalendarRequirement = requirement({
  id: 'coherence.slugs.other-kinds',
  level: 'MUST',
  clause: 'address.slug',
  alsoCovers: ['coherence.other-records'],
  operations: ['events.create', 'events.by-slug.read', 'venues.by-slug.read', 'organizers.by-slug.read'],
  profile: 'coherence',
  needs: ['events.create', 'events.by-slug.read'],
  effects: 'writes',
  statement: 'An event, a venue and an organizer with the same slug are each found by it.',
  cost: 6,
  given: (world) => {
    const [kind, ...others] = kinds.filter((one) => addressingsOn(world.profile, one).includes('slug'));
    if (!kind) throw new Inconclusive('the target finds neither venues nor organizers by slugs');
    return fc.record({
      place: publicRecord(world, kind),
      body: payload(resourceOf('events'), world, { only: carriersOf('events') }),
      others: allOrFewer(
        others.map((one) =>
          payload(resourceOf(one), world, { only: carriersOf(one) }).map((body) => ({ collection: one, body })),
        ),
        0,
      ),
    });
  },
  arrange: ({ calendar, world }, { place }) => placeOf(calendar, world, place),
  async check({ calendar }, { body, others }, { slug, name, ...place }) {
    const sharing = [place, await createdWith(calendar, slug, 'events', { ...body, slug })];
    for (const { collection, body: rest } of others) {
      const named = { ...rest, ...(name !== undefined && { [resourceOf(collection).label]: name }) };
      sharing.push(await createdWith(calendar, slug, collection, named));
    }
    for (const record of sharing.filter((one) => one !== undefined)) await expectAtSlug(calendar, record, slug);
  },
});
