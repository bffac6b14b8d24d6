import fc, { type Arbitrary } from 'fast-check';
import { type Calendar, type Made, toWireId } from '../../adapter/calendar/calendar.js';
import { dayOf } from '../../adapter/notation/day-times.js';
import { alternativesFor } from '../../adapter/profile/target-profile.js';
import { byId } from '../../adapter/reading/paths.js';
import { windowQuery } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { isRef, type ListQuery, type Payload, type Ref } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import type { Exchange } from '../../wire/exchange.js';
import { isNotFound, isRefused } from '../../wire/status.js';
import { expectCreated, expectFound } from '../expect/expect-shown.js';
import { isDrafted } from '../model/status-condition.js';

type Terms = 'categories' | 'tags';

const linksTo =
  (collection: Terms, { key }: Ref) =>
  ({ payload: event }: WorldRecord): boolean =>
    [event[collection] ?? []].flat().some((one) => isRef(one) && one.key === key);

/** The numbers of events that a term may be said to have, one for each reading (`terms.counted-events`). */
function countsOf(world: World, collection: Terms, term: Ref): readonly number[] {
  const linked = world.of('events').filter(linksTo(collection, term));
  const published = linked.filter(({ payload: { status } }) => status === undefined || status === 'publish');
  const numbers = { published: published.length, 'any-status': linked.length };
  return alternativesFor(world.profile, 'terms.counted-events').map((reading) => numbers[reading]);
}

/** A term that some event has and that has no child: whether its events count for the parent is open. */
function countedTerm(world: World, collection: Terms): Arbitrary<Ref> {
  const parents = new Set(world.of(collection).map(({ payload: { parent } }) => (isRef(parent) ? parent.key : '')));
  const unclear = (term: Ref): boolean => world.of('events').filter(linksTo(collection, term)).some(isDrafted);
  const leaves = world.refs(collection).filter((term) => !parents.has(term.key) && !unclear(term));
  const counted = leaves.filter((term) => countsOf(world, collection, term).some((count) => count > 0));
  if (counted.length === 0)
    throw new Inconclusive(`the test data has no ${collection} with a known number of events`, 'events.create');
  return fc.constantFrom(...counted);
}

/** A count that is shown is the number of the term's events. */
export const countsEvents = (collection: Terms): CalendarRequirement =>
  requirement({
    id: `${collection}.read.count`,
    level: 'MUST',
    clause: 'coherence.relations',
    operations: [`${collection}.read`],
    profile: 'coherence',
    needs: [`${collection}.read`, 'events.create'],
    effects: 'reads',
    statement: `The count shown for ${collection} equals the number of events assigned to the term.`,
    cost: 1,
    runs: 2,
    given: (world) => fc.record({ term: countedTerm(world, collection) }),
    async check({ calendar, world }, { term }) {
      const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id: calendar.idOf(term) }));
      const count = Number(calendar.lens.field(shown, 'count'));
      const counts = countsOf(world, collection, term);
      const expected = `a count of ${counts.join(' or ')}`;
      expectThat(counts.includes(count), { kind: 'total', expected, observed: String(count), exchange });
    },
  });

/** An event that names a tag twice, where the target takes that. */
async function makeTagged(calendar: Calendar, event: Payload, { id }: Made): Promise<Made> {
  const tag = toWireId(id);
  const written = await calendar.create('events', { ...event, tags: [tag, tag] });
  return isRefused(written.exchange)
    ? calendar.make('events', { ...event, tags: [tag] })
    : expectCreated(calendar, written);
}

/** Expects a term that only events of ours have to count so many, where the target counts. */
export async function expectCount(calendar: Calendar, { collection, id }: Made, events: number): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id }));
  const count = Number(calendar.lens.field(shown, 'count') ?? events);
  const [expected, observed] = [
    `a count of ${events} for ${collection}/${id}, by the events that have it`,
    String(count),
  ];
  expectThat(count === events, { kind: 'total', expected, observed, exchange });
}

/** A total goes up with what is created and down with what is deleted; an event that names a tag twice is one event. */
export const totalsFollow = requirement({
  id: 'events.list.total-follows',
  level: 'MUST',
  clause: 'coherence.pages',
  alsoCovers: ['coherence.relations'],
  operations: ['events.list'],
  profile: 'coherence',
  needs: ['events.create', 'events.list', 'events.delete', 'tags.create', 'lists.created'],
  effects: 'writes',
  statement:
    'The total of events with a new tag is 0, 1 once an event names the tag, even twice, and 0 once that event is deleted.',
  cost: 8,
  given: (world) =>
    fc.record({
      tag: payload(resourceOf('tags'), world, { only: [] }),
      event: payload(resourceOf('events'), world, { only: [] }),
    }),
  arrange: ({ calendar }, { tag }) => calendar.make('tags', tag),
  async check({ calendar, world }, { event }, tag) {
    const span = { from: dayOf(world.span.from), to: dayOf(world.span.to) };
    const query = { tags: [toWireId(tag.id)], ...windowQuery(calendar.profile, span) };
    const first = await totalOf(calendar, query);
    const made = await makeTagged(calendar, event, tag);
    const second = await totalOf(calendar, query);
    await expectCount(calendar, tag, 1);
    expectSuccess(await calendar.remove('events', byId(made)), 'a DELETE');
    const third = await totalOf(calendar, query);
    const totals = [first, second, third].map(({ total }) => total).join(', ');
    const { exchange } = [first, second].find(({ total }, at) => total !== at) ?? third;
    const [expected, observed] = ['totals of 0, 1 and 0', `totals of ${totals}`];
    expectThat(totals === '0, 1, 0', { kind: 'total', expected, observed, exchange });
  },
});

/** A total as a list states it. */
interface StatedTotal {
  readonly total: number;
  readonly exchange: Exchange;
}

async function totalOf(calendar: Calendar, query: ListQuery): Promise<StatedTotal> {
  const exchange = await calendar.list('events', query);
  // How an empty list is answered is not stated.
  if (isNotFound(exchange)) return { total: 0, exchange };
  expectSuccess(exchange, 'a list of events');
  const { total } = calendar.lens.page('events', exchange);
  if (total === undefined) throw new DoesNotApply('lists of events state no total');
  return { total, exchange };
}
