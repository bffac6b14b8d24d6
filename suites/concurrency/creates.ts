import fc from 'fast-check';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { phrase } from '../../generators/text.js';
import { expectThat } from '../../harness/expectations.js';
import { browse } from '../../target/browse.js';
import type { Calendar, Made, Written } from '../../target/calendar.js';
import { narrow } from '../../target/narrow.js';
import { byId, bySlug } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { droppableButOne } from '../droppable.js';
import { expectCreated, expectFields, expectFound, shows } from '../expect-shown.js';
import { slugOf } from '../records/addressed.js';
import { expectSame } from '../records/expect-identity.js';
import { sentText } from '../records/sent-text.js';
import { wasGranted } from './granted.js';

const creating = {
  level: 'MUST',
  clause: 'coherence.parallel',
  profile: 'coherence',
  effects: 'writes',
} as const;

/** Expects a record to be there as it was sent, and only once. */
async function expectOnce(calendar: Calendar, { collection, id, body }: Made): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id }));
  expectFields(calendar, body, { shown, where: 'the item', exchange });
  const { items } = await browse(calendar, collection, narrow(collection, body, calendar.profile));
  const { label } = resourceOf(collection);
  const name = sentText({ body }, label);
  const alike = items.filter((item) => shows({ calendar, shown: item, field: label, sent: name }));
  const observed = `${alike.length} of them`;
  expectThat(alike.length <= 1, { kind: 'state', expected: `one record called ${name}`, observed });
}

/** Creates do not get into each other's way. */
export const makesEachOnce: CalendarRequirement = requirement({
  ...creating,
  id: 'concurrency.tags.create',
  alsoCovers: ['tag.create', 'coherence.kept-write'],
  operations: ['tags.create'],
  needs: ['tags.create', 'tags.read', 'tags.list'],
  statement: 'Of several tags that are created at the same time each is there once, under an id of its own.',
  cost: 8,
  given(world) {
    const body = payload(resourceOf('tags'), world, { omit: ['slug'] });
    return droppableButOne([body, body]);
  },
  async check({ calendar }, bodies) {
    const written = await Promise.all(bodies.map((body) => calendar.create('tags', body)));
    const made = written.map((one) => expectCreated(calendar, one));
    const ids = made.map(({ id }) => id);
    const observed = ids.join(' and ');
    expectThat(new Set(ids).size === ids.length, { kind: 'state', expected: 'an id for each', observed });
    for (const one of made) await expectOnce(calendar, one);
  },
});

/** Expects those creates that were not refused to have made records; one at least, as there was nothing in its way. */
function expectSomeCreated(calendar: Calendar, written: readonly Written[]): readonly Made[] {
  const granted = written.filter(({ exchange }) => wasGranted(exchange, 'a create'));
  const observed = 'all refused';
  expectThat(granted.length > 0, { kind: 'status', expected: 'one create at least to be granted', observed });
  return granted.map((one) => expectCreated(calendar, one));
}

/** Namesakes are told apart, also when none of them was there before the others. */
export const distinguishesNamesakes: CalendarRequirement = requirement({
  ...creating,
  id: 'concurrency.venues.namesakes',
  alsoCovers: ['address.slug'],
  operations: ['venues.create'],
  needs: ['venues.create', 'venues.by-slug.read'],
  statement: 'The slug of each of several venues of one name, created at the same time, leads to that venue.',
  cost: 9,
  given(world) {
    const body = payload(resourceOf('venues'), world, { only: [] });
    return fc.record({ bodies: droppableButOne([body, body, body]), name: phrase });
  },
  async check({ calendar }, { name, bodies }) {
    const venue = `${name} ${calendar.token()}`;
    const written = await Promise.all(bodies.map((body) => calendar.create('venues', { ...body, venue })));
    for (const made of expectSomeCreated(calendar, written)) {
      const slug = await slugOf(calendar, made);
      const { exchange, ...shown } = await expectFound(calendar, 'venues', bySlug(slug));
      expectSame(shown, made, `by-slug/${slug}`, exchange);
    }
  },
});
