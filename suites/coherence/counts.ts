import fc, { type Arbitrary } from 'fast-check';
import { isRef, type Ref } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { expectThat } from '../../harness/expectations.js';
import { alternativesFor } from '../../target/alternatives.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import type { World, WorldRecord } from '../../target/world/world.js';
import { expectFound } from '../expect-shown.js';
import { isDrafted } from '../model/status.js';

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
  if (counted.length === 0) throw new Inconclusive(`the world has no counted term of ${collection}`, 'events.create');
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
    statement: `The count of ${collection}, where it is shown, is the number of events that have the term.`,
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
