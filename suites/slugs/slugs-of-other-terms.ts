import fc, { type Arbitrary } from 'fast-check';
import { type Made, toWireId } from '../../adapter/calendar/calendar.js';
import { alternativesFor } from '../../adapter/profile/target-profile.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { listClauseId } from '../../contract/clauses/resource-clauses.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload, Ref } from '../../generators/wire-value.js';
import { DoesNotApply, WorldLacks } from '../../kernel/deviation.js';
import { publicRecord } from '../arbitraries/any-record.js';
import { expectMembership, readListed } from '../expect/expect-list.js';
import { slugOf } from '../expect/record-address.js';
import { select } from '../model/select.js';
import { isPlain, windowOf } from '../queries/base-query.js';

const isBySlug = ({ profile }: World): boolean =>
  alternativesFor(profile, 'list.terms-by-slug').every((one) => one === 'ids-and-slugs');

/** The events of a category that the list of the window must hold. */
const eventsIn = (world: World, category: Ref): readonly Ref[] =>
  select(world, 'events', { ...windowOf(world), categories: [category] }, { among: isPlain(world) }).must;

/** A category of some events. @throws WorldLacks where there is none. */
function anyCategory(world: World): Arbitrary<Ref> {
  const records = world.records.filter(({ ref }) => ref.ref === 'categories' && eventsIn(world, ref).length > 0);
  if (records.length === 0) throw new WorldLacks('no list must hold an event of a category of the test data');
  return publicRecord({ ...world, records }, 'categories');
}

/** The days of an event of a category, so that another one stands in one list with it. */
const daysIn = (world: World, category: Ref): Payload =>
  Object.fromEntries(
    eventsIn(world, category)
      .slice(0, 1)
      .flatMap((ref) => Object.entries(world.record(ref).payload))
      .filter(([name]) => name === 'start_date' || name === 'end_date'),
  );

interface Arranged {
  readonly event: Made;
  readonly slug: string;
}

/** Categories and tags are often rows of one table, and one may have the slug of the other. */
export const keepsTermSlugsApart: CalendarRequirement = requirement({
  id: 'events.list.terms-of-one-slug',
  level: 'MUST',
  clause: listClauseId('events', 'categories'),
  alsoCovers: [listClauseId('events', 'tags')],
  operations: ['events.list'],
  profile: 'core',
  needs: ['tags.create', 'events.create', 'lists.created'],
  effects: 'writes',
  statement:
    'A list of events by a slug that a category and a tag have in common holds those of the one that is asked for, and none of the other.',
  cost: 6,
  given: (world) =>
    fc.record({
      category: anyCategory(world),
      tag: payload(resourceOf('tags'), world, { only: [] }),
      event: payload(resourceOf('events'), world, { only: [] }),
    }),
  async arrange({ calendar, world }, { category, tag, event }): Promise<Arranged> {
    const { id, slug: shown } = world.record(category);
    const slug = shown ?? (await slugOf(calendar, { collection: 'categories', id }));
    if (!isBySlug(world)) throw new DoesNotApply('events are not listed by slugs of terms');
    const twin = await calendar.make('tags', { ...tag, slug });
    if ((await slugOf(calendar, twin)) !== slug) throw new DoesNotApply('no tag gets the slug of a category');
    // What is known to be ours is deleted at once: where this has to be tried again, the slug must be free.
    await calendar.markOwn('tags', byId(twin));
    return {
      slug,
      event: await calendar.make('events', { ...event, ...daysIn(world, category), tags: [toWireId(twin.id)] }),
    };
  },
  async check(subject, { category }, { event, slug }) {
    const { world } = subject;
    const among = isPlain(world);
    const of = (name: 'categories' | 'tags', value: Ref | string) => ({ ...windowOf(world), [name]: [value] });
    const byCategory = { sent: of('categories', slug), among };
    expectMembership(await readListed(subject, 'events', of('categories', category), byCategory), event, false);
    expectMembership(await readListed(subject, 'events', of('tags', slug), { among }), event, true);
  },
});
