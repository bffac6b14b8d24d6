import fc, { type Arbitrary } from 'fast-check';
import type { Made } from '../../adapter/calendar/calendar.js';
import { addDays, atTime, dayOf } from '../../adapter/notation/day-times.js';
import { browse, type Browsed } from '../../adapter/reading/browse.js';
import { windowQuery } from '../../adapter/reading/record-queries.js';
import type { CalendarRequirement, Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { ParameterOf } from '../../contract/queries.js';
import { eventRelations, type Relation, relations, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { type ListQuery, MARK, type Payload, type QueryValue, type Ref } from '../../generators/wire-value.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { expectMembership } from '../expect/expect-list.js';
import { expectAlike, isShownBy, showsFields, shownFields } from '../expect/shown-in.js';
import { listRule } from '../queries/list-rule.js';
import { askPageBeyond } from '../queries/read-pages.js';

/** A filter, the fields of an event that it selects, and those of one that no other filter leaves out. */
interface Aspect {
  readonly name: ParameterOf<'events'>;
  readonly value: QueryValue;
  readonly has: Payload;
  readonly misses: Payload;
}

const at = (from: string, days: number): string => atTime(addDays(from, days), '10:00:00');

/** The length in days of the event that all filters select: each end has bounds on either side. */
const LENGTH = 6;

/** Bounds two days from an event, and times two days beyond each: whatever clock compares them, bounds included or not. */
const bounds = (from: string): readonly Aspect[] => [
  { name: 'starts_after', value: addDays(from, -2), has: {}, misses: { start_date: at(from, -4) } },
  { name: 'starts_before', value: addDays(from, 2), has: {}, misses: { start_date: at(from, 4) } },
  { name: 'ends_after', value: addDays(from, LENGTH - 2), has: {}, misses: { end_date: at(from, LENGTH - 4) } },
  { name: 'ends_before', value: addDays(from, LENGTH + 2), has: {}, misses: { end_date: at(from, LENGTH + 4) } },
];

const searched: Aspect = {
  name: 'search',
  value: 'Crossing quagga',
  has: { title: `Crossing quagga ${MARK}` },
  misses: { title: `Waiting ibex ${MARK}` },
};

/** Links to records that a list may show. */
function linked(world: World, relation: Relation): readonly Arbitrary<Aspect>[] {
  const refs = world.of(eventRelations[relation]).filter(({ payload: { status } }) => status === undefined);
  const aspectOf = (ref: Ref): Aspect => ({ name: relation, value: [ref], has: { [relation]: [ref] }, misses: {} });
  return refs.length === 0 ? [] : [fc.constantFrom(...refs.map(({ ref }) => ref)).map(aspectOf)];
}

/** A flag that the target takes. */
const featured = (world: World): readonly Aspect[] =>
  world.of('events').some(({ payload: { featured: sent } }) => sent === true)
    ? [{ name: 'featured', value: true, has: { featured: true }, misses: { featured: false } }]
    : [];

/** A status that the target lists: an event of the default one shows where it is forgotten. */
const unpublished = (world: World): readonly Aspect[] =>
  world.of('events').some(({ payload: { status } }) => status === 'draft')
    ? [{ name: 'status', value: 'draft', has: { status: 'draft' }, misses: { status: 'publish' } }]
    : [];

/** As many aspects as there are; when shrunk, two. */
const aspectsOf = (world: World, from: string): Arbitrary<readonly Aspect[]> =>
  allOrFewer(
    [
      ...[searched, ...featured(world), ...unpublished(world), ...bounds(from)].map((one) => fc.constant(one)),
      ...relations.flatMap((relation) => linked(world, relation)),
    ],
    2,
  );

interface Asked {
  /** What all of the events have in common, but for what the filters select by. */
  readonly body: Payload;
  readonly aspects: readonly Aspect[];
}

/** The first day of the event that all filters select: the earliest of the others starts when the body says. */
const fromOf = ({ start_date: start }: Payload): string => (typeof start === 'string' ? addDays(dayOf(start), 4) : '');

/** An event that all filters select. */
function selectedBody(body: Payload, aspects: readonly Aspect[]): Payload {
  const from = fromOf(body);
  const times = { start_date: at(from, 0), end_date: at(from, LENGTH) };
  return Object.assign({}, body, times, ...aspects.map(({ has }) => has));
}

/** An event that one filter alone leaves out. Each has a title of its own: a service may refuse namesakes. */
function missingBody({ body, aspects }: Asked, missed: Aspect): Payload {
  const others = aspects.filter((one) => one !== missed);
  const missing = { ...selectedBody(body, others), ...missed.misses };
  const { title } = missing;
  const ownTitle = typeof title === 'string' && title.replace(MARK, `${aspects.indexOf(missed) + 1} ${MARK}`);
  return { ...missing, ...(ownTitle && { title: ownTitle }) };
}

/** The filters together, within a window of their own where shrinking left out bounds. */
function queryOf({ profile }: World, { body, aspects }: Asked): ListQuery {
  const from = fromOf(body);
  const period = { from: addDays(from, -LENGTH), to: addDays(from, 2 * LENGTH) };
  const asked = Object.fromEntries(aspects.map(({ name, value }) => [name, value]));
  return { ...windowQuery(profile, period, { end: 'ends_before' }), ...asked };
}

interface Arranged {
  readonly selected: Made;
  readonly missing: readonly Made[];
}

function expectSelectedAlone(browsed: Browsed, { selected, missing }: Arranged): void {
  expectMembership(browsed, selected, true);
  for (const one of missing) expectMembership(browsed, one, false);
}

/** A list that is put together from several tables shows the same of the event as the response to its create. */
function expectAsCreated({ calendar }: Subject, { items, pages }: Browsed, { shown, exchange, id }: Made): void {
  const item = items.find((one) => one.id === id);
  const [page] = pages;
  if (!item || !page) throw new RangeError('the event was found in the list');
  const isInBoth = (field: string): boolean => [shown, item].every((one) => isShownBy(calendar, one, field));
  const names = shownFields(calendar, 'events').filter(isInBoth);
  const listed = { where: 'the list by many filters', shown: item, exchange: page.exchange };
  if (names.length > 0 && showsFields(calendar, shown))
    expectAlike(calendar, { where: 'the response to the create', shown, exchange }, listed, names);
}

/** Page 2 has none of ours: the one that all filters select is on page 1, unless others have events like it. */
async function expectNoneBeyond({ calendar }: Subject, query: ListQuery, made: Arranged): Promise<void> {
  const page = await askPageBeyond(calendar, 'events', { ...query, per_page: 1, page: 2 });
  for (const one of made.missing) expectMembership({ items: page.items, pages: [page] }, one, false);
}

/** Of each filter there is an event that it alone leaves out: if it is ignored beside any other, the list shows that event. */
export const leavesOutNearMisses: CalendarRequirement = listRule<'events', Asked, Arranged>({
  collection: 'events',
  parameters: [
    'search',
    'starts_after',
    'starts_before',
    'ends_after',
    'ends_before',
    'featured',
    'status',
    ...relations,
  ],
  rule: 'near-misses',
  alsoCovers: ['event.list.page', 'coherence.shown-everywhere'],
  needs: ['events.create', 'lists.created'],
  effects: 'writes',
  witnesses: [],
  statement:
    'A list of events by many filters contains the event that fits them all, as it was created, and on no page one that misses one of them.',
  cost: 28,
  given: (world) =>
    fc
      .noShrink(payload(resources.events, world, { only: [] }))
      .chain((body) => fc.record({ body: fc.constant(body), aspects: aspectsOf(world, fromOf(body)) })),
  async arrange({ calendar }, asked) {
    const selected = await calendar.make('events', selectedBody(asked.body, asked.aspects));
    const missing: Made[] = [];
    for (const aspect of asked.aspects) missing.push(await calendar.make('events', missingBody(asked, aspect)));
    return { selected, missing };
  },
  async check(subject, asked, made) {
    const query = queryOf(subject.world, asked);
    const browsed = await browse(subject.calendar, 'events', query);
    expectSelectedAlone(browsed, made);
    expectAsCreated(subject, browsed, made.selected);
    await expectNoneBeyond(subject, query, made);
  },
});
