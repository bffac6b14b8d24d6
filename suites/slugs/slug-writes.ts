import fc from 'fast-check';
import { type Calendar, createdId, type Made, type Written } from '../../adapter/calendar/calendar.js';
import { isSlugForm } from '../../adapter/notation/text-form.js';
import { byId, bySlug } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { fieldClauseId } from '../../contract/clauses/resource-clauses.js';
import { updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { carriersOf, payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import { isGranted, isNotFound, isRefused, statusOf } from '../../wire/status.js';
import { changesOf } from '../arbitraries/changes-of.js';
import { bothOf } from '../expect/expect-another.js';
import { type AddressedRecord, expectAtSlug, itemOperation, sentText, slugOf } from '../expect/record-address.js';

/** The slug that was sent, as a target shows it that writes slugs in its own way. */
async function sentSlug(calendar: Calendar, { collection, id }: Made, written: Written): Promise<string> {
  if (!isSlugForm(calendar.lens.fact(collection, 'slug')?.form)) return sentText(written, 'slug');
  const shown = calendar.lens.recordIfAny(collection, written.exchange);
  return slugOf(calendar, { collection, id, ...(shown && { shown }) });
}

/** The kinds of record that take a slug in their body. */
type Slugged = 'events' | 'categories' | 'tags';

/** Whether the second record tries once more, by an update at each address: what is checked there is rarely of one kind alone. */
const alsoUpdates = (collection: Collection): boolean => collection === 'events';

const infoOf = (collection: Collection) =>
  ({
    level: 'MUST',
    operations: [
      `${collection}.create`,
      ...(alsoUpdates(collection) ? (['events.by-slug.update.patch', 'events.update.patch'] as const) : []),
    ],
    effects: 'writes',
    cost: alsoUpdates(collection) ? 8 : 6,
  }) as const;

/** Expects a record not to have got the slug of another one. */
async function expectNotTaken(
  calendar: Calendar,
  { collection, id, shown }: AddressedRecord,
  taken: string,
  { exchange }: Pick<Written, 'exchange'>,
): Promise<void> {
  const slug = await slugOf(calendar, { collection, id, ...(shown && { shown }) });
  const expected = `the slug ${taken} on the first record only`;
  expectThat(slug !== taken, { kind: 'state', expected, observed: `on ${collection}/${id} as well`, exchange });
}

/** A slug that another record has is made unique or refused (reading `slug.taken`). */
export const givesNoTakenSlug = (collection: Slugged): CalendarRequirement => {
  const { singular } = resources[collection];
  return requirement({
    ...infoOf(collection),
    id: `${collection}.create.taken-slug`,
    clause: fieldClauseId(collection, 'slug'),
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`],
    statement: `A create${alsoUpdates(collection) ? ' or update' : ''} with the slug of another ${singular} is refused or gets a different slug; the other keeps its own.`,
    given: (world) => {
      const small = payload(resourceOf(collection), world, { only: [...carriersOf(collection), 'slug'] });
      return fc.record({ one: small, other: small });
    },
    arrange: ({ calendar }, { one }) => calendar.make(collection, one),
    async check({ calendar }, { other }, first) {
      const taken = await sentSlug(calendar, first, first);
      const second = await calendar.create(collection, { ...other, slug: taken });
      const records = bothOf(calendar, first, second, 'slug');
      // What the answer shows of the second one is read after its updates, if there are any.
      const toRead = records.map((made) =>
        made === first || !alsoUpdates(collection) ? { collection, id: made.id } : made,
      );
      const slugs = await Promise.all(toRead.map((made) => slugOf(calendar, made)));
      const expected = `the slug ${taken} on the first record only`;
      const observed = slugs.join(' and ');
      const { exchange } = second;
      expectThat(slugs.indexOf(taken) === 0 && slugs.lastIndexOf(taken) === 0, {
        kind: 'state',
        expected,
        observed,
        exchange,
      });
      if (!alsoUpdates(collection)) return;
      const made = records[1] ?? (await calendar.make(collection, other));
      const own = slugs[1] ?? (await slugOf(calendar, made));
      const renamed = await calendar.update(collection, bySlug(own), 'PATCH', { slug: taken });
      const shown = calendar.lens.recordIfAny(collection, renamed.exchange);
      if (shown) await expectNotTaken(calendar, { ...made, shown }, taken, renamed);
      const update = await calendar.update(collection, byId(made), 'PATCH', { slug: taken });
      await expectNotTaken(calendar, { collection, id: made.id }, taken, update);
    },
  });
};

const bySlugOperations = updateVerbs.map((verb) => itemOperation('events', 'slug', verb));

/** In an update by slug, the body's slug renames the event, or the update is refused (reading `slug.body-on-by-slug`). */
export const renamesBySlug: CalendarRequirement = requirement({
  id: 'events.by-slug.update.rename',
  level: 'MUST',
  clause: 'event.field.slug',
  alsoCovers: ['address.slug'],
  operations: bySlugOperations,
  profile: 'core',
  needs: ['events.create', 'events.by-slug.read', ...bySlugOperations],
  effects: 'writes',
  statement:
    'An update by slug that sends another slug moves the event there, unless it is refused; an old slug comes from no cache and returns the event that has it.',
  cost: 10 + 2 * updateVerbs.length,
  given: (world) =>
    fc.record({
      base: payload(resourceOf('events'), world, { only: carriersOf('events') }),
      change: changesOf(world, 'events', { only: ['slug'] }),
    }),
  async arrange({ calendar }, { base }) {
    const made = await calendar.make('events', base);
    return { made, slug: await slugOf(calendar, made) };
  },
  async check({ calendar }, { base, change }, { made, slug }) {
    let address = slug;
    for (const verb of updateVerbs) {
      const written = await calendar.update('events', bySlug(address), verb, change);
      const isKept = isRefused(written.exchange);
      if (!isKept) expectSuccess(written.exchange, `a ${verb} by slug with another slug`);
      if (!isKept) address = await sentSlug(calendar, made, written);
      await expectAtSlug(calendar, made, address);
    }
    const isLeft = await expectForgotten(calendar, { made, base, change, read: address });
    if (isLeft) await expectHandedOn(calendar, base, address);
  },
});

/** Expects the slug that an event had to return another one that gets it; a target may keep slugs for those that had them. */
async function expectHandedOn(calendar: Calendar, base: Payload, slug: string): Promise<void> {
  const { exchange } = await calendar.create('events', { ...base, slug });
  const id = createdId(calendar.lens, 'events', exchange);
  const other = id === undefined ? undefined : ({ collection: 'events', id } as const);
  if (other && (await slugOf(calendar, other)) === slug) await expectAtSlug(calendar, other, slug);
}

/** An event that was read by its slug, as it was sent, and how its slug is changed. */
interface Renamed {
  readonly made: Made;
  readonly base: Payload;
  readonly change: Payload;
  readonly read: string;
}

/**
 * Old slugs may return the event still; one that does so only because it was read before comes from a cache. Returns whether
 * the event has another slug now.
 */
async function expectForgotten(calendar: Calendar, { made, base, change, read }: Renamed): Promise<boolean> {
  const first = await calendar.update('events', byId(made), 'PUT', { ...base, ...change });
  const second = await calendar.update('events', byId(made), 'PATCH', change);
  if (![first, second].every(({ exchange }) => isGranted(exchange))) return false;
  const unread = await sentSlug(calendar, made, first);
  const byUnread = await calendar.read('events', bySlug(unread));
  const byRead = await calendar.read('events', bySlug(read));
  expectThat(!(isGranted(byRead) && isNotFound(byUnread)), {
    kind: 'status',
    expected: `${statusOf(byUnread)} for the old slug ${read}, as for ${unread}, which the event had later`,
    observed: `${statusOf(byRead)}, as when the event had that slug`,
    exchange: byRead,
  });
  return unread !== read;
}

/** No clause says how long a slug is an address; one that the event itself says it has not is hardly one. */
export const leavesOldSlug: CalendarRequirement = requirement({
  id: 'events.by-slug.read.old-slug',
  level: 'SHOULD',
  clause: 'address.slug',
  alsoCovers: ['event.field.slug'],
  operations: ['events.by-slug.read', 'events.update.patch'],
  profile: 'core',
  needs: ['events.create', 'events.by-slug.read', 'events.update.patch'],
  effects: 'writes',
  statement: 'A slug that an event had and does not have any more does not return that event.',
  cost: 5,
  given: (world) =>
    fc.record({
      base: payload(resourceOf('events'), world, { only: [...carriersOf('events'), 'slug'] }),
      change: changesOf(world, 'events', { only: ['slug'] }),
    }),
  async arrange({ calendar }, { base }) {
    const made = await calendar.make('events', base);
    return { made, former: await slugOf(calendar, made) };
  },
  async check({ calendar }, { change }, { made, former }) {
    expectSuccess((await calendar.update('events', byId(made), 'PATCH', change)).exchange, 'a PATCH of the slug');
    const slug = await slugOf(calendar, { collection: 'events', id: made.id });
    if (slug === former) throw new DoesNotApply('an event keeps its slug');
    const exchange = await calendar.read('events', bySlug(former));
    const shown = isGranted(exchange) ? calendar.lens.recordIfAny('events', exchange) : undefined;
    expectThat(shown?.id !== made.id, {
      kind: 'state',
      expected: `nothing by the slug ${former}, as that of the event is ${slug} now`,
      observed: 'the event',
      exchange,
    });
  },
});
