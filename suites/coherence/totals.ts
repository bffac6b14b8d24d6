import fc from 'fast-check';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { ListQuery } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { expectSuccess, expectThat } from '../../harness/expectations.js';
import { type Calendar, toWireId } from '../../target/calendar.js';
import { lift } from '../../target/lift.js';
import { isNotFound } from '../../target/refused.js';
import { byId } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import { dayOf } from '../../target/world/wall-clock.js';

/** A total goes up with what is created and down with what is deleted. */
export const totalsFollow = requirement({
  id: 'events.list.total-follows',
  level: 'MUST',
  clause: 'coherence.pages',
  operations: ['events.list'],
  profile: 'coherence',
  needs: ['events.create', 'events.list', 'events.delete', 'tags.create', 'lists.created'],
  effects: 'writes',
  statement: 'The total of a list of events with a new tag is none, then one, and none again once that is deleted.',
  cost: 8,
  given: (world) =>
    fc.record({
      tag: payload(resourceOf('tags'), world, { only: [] }),
      event: payload(resourceOf('events'), world, { only: [] }),
    }),
  arrange: ({ calendar }, { tag }) => calendar.make('tags', tag),
  async check({ calendar, world }, { event }, { id }) {
    const tags = [toWireId(id)];
    const [from, to] = [dayOf(world.span.from), dayOf(world.span.to)];
    const query = { tags, ...lift(calendar.profile, { from, to }), starts_after: from, starts_before: to };
    const totals = [await totalOf(calendar, query)];
    const made = await calendar.make('events', { ...event, tags });
    totals.push(await totalOf(calendar, query));
    expectSuccess(await calendar.remove('events', byId(made)), 'a DELETE');
    totals.push(await totalOf(calendar, query));
    const [expected, observed] = ['totals of 0, 1 and 0', `totals of ${totals.join(', ')}`];
    expectThat(totals.join() === '0,1,0', { kind: 'total', expected, observed });
  },
});

async function totalOf(calendar: Calendar, query: ListQuery): Promise<number> {
  const exchange = await calendar.list('events', query);
  // How a list of nothing is told is not shown.
  if (isNotFound(exchange)) return 0;
  expectSuccess(exchange, 'a list of events');
  const { total } = calendar.lens.page('events', exchange);
  if (total === undefined) throw new Inconclusive('lists of events tell no total');
  return total;
}
