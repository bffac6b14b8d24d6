import fc from 'fast-check';
import { type Calendar, createdId } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { resourceOf } from '../../contract/resources.js';
import { carriersOf, payload } from '../../generators/payload.js';
import type { Ref } from '../../generators/wire-value.js';
import type { Exchange } from '../../wire/exchange.js';
import { isGranted } from '../../wire/status.js';
import { publicRecord } from '../arbitraries/any-record.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { type AddressedRecord, addressingsOn, expectAtSlug, slugOf } from '../expect/record-address.js';

const places = ['venues', 'organizers'] as const;

/** A record of another kind than events, and its slug. */
interface Place extends AddressedRecord {
  readonly slug: string;
}

async function placeOf(calendar: Calendar, world: World, ref: Ref): Promise<Place> {
  const { id, slug } = world.record(ref);
  const place = { collection: ref.ref, id };
  return { ...place, slug: slug || (await slugOf(calendar, place)) };
}

/** Expects an event that was just created to be found by the slug of a place, if it got that. */
async function expectShared(
  calendar: Calendar,
  exchange: Exchange,
  slug: string,
): Promise<AddressedRecord | undefined> {
  const id = isGranted(exchange) ? createdId(calendar.lens, 'events', exchange) : undefined;
  if (id === undefined) return undefined;
  const shown = calendar.lens.recordIfAny('events', exchange);
  const event = { collection: 'events', id, ...(shown && { shown }) } as const;
  if ((await slugOf(calendar, event)) === slug) await expectAtSlug(calendar, event, slug);
  return event;
}

/** A slug is an address below its collection: what another collection has there is another matter. */
export const keepsSlugsApart: CalendarRequirement = requirement({
  id: 'coherence.slugs.other-kinds',
  level: 'MUST',
  clause: 'address.slug',
  alsoCovers: ['coherence.other-records'],
  operations: ['events.create', 'events.update.patch', 'venues.by-slug.read', 'organizers.by-slug.read'],
  profile: 'coherence',
  needs: ['events.create', 'events.update.patch', 'events.by-slug.read'],
  effects: 'writes',
  statement:
    'Venues and organizers are found by their slugs also where an event has the same slug, and so is the event.',
  cost: 6,
  given: (world) =>
    fc.record({
      places: allOrFewer(
        places
          .filter((collection) => addressingsOn(world.profile, collection).includes('slug'))
          .map((collection) => publicRecord(world, collection)),
      ),
      body: payload(resourceOf('events'), world, { only: carriersOf('events') }),
    }),
  arrange: ({ calendar, world }, drawn) => Promise.all(drawn.places.map((ref) => placeOf(calendar, world, ref))),
  async check({ calendar }, { body }, [first, ...others]) {
    if (!first) throw new RangeError('there is no slug for an event to take');
    const { exchange } = await calendar.create('events', { ...body, slug: first.slug });
    await expectAtSlug(calendar, first, first.slug);
    const event = await expectShared(calendar, exchange, first.slug);
    if (!event) return;
    for (const place of others) {
      await calendar.update('events', byId(event), 'PATCH', { slug: place.slug });
      await expectAtSlug(calendar, place, place.slug);
    }
  },
});
