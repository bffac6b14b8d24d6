import fc from 'fast-check';
import type { Calendar, Made, Written } from '../../adapter/calendar/calendar.js';
import { browse } from '../../adapter/reading/browse.js';
import { byId } from '../../adapter/reading/paths.js';
import { narrow } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { resourceOf } from '../../contract/resources.js';
import { phrase } from '../../generators/drawn-text.js';
import { payload } from '../../generators/payload.js';
import { expectThat } from '../../kernel/expectations.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { wasGranted } from '../expect/expect-handled.js';
import { expectCreated, expectFields, expectFound, shows } from '../expect/expect-shown.js';
import { expectAtSlug, sentText, slugOf } from '../expect/record-address.js';
import { createObserver, findLegalOrder, type Model, type Timed } from './legal-order.js';

const creating = {
  level: 'MUST',
  parallel: true,
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
  const observed = `${alike.length} records`;
  expectThat(alike.length <= 1, { kind: 'state', expected: `one record called ${name}`, observed });
}

/** Expects that no two creates are answered with one record. */
function expectOwnIds(made: readonly Made[]): void {
  const ids = made.map(({ id }) => id);
  const twice = made.find(({ id }, at) => ids.indexOf(id) !== at);
  const observed = ids.join(' and ');
  const about = twice && { exchange: twice.exchange };
  expectThat(!twice, { kind: 'state', expected: 'a distinct id for each record', observed, ...about });
}

/** Creates do not get into each other's way. */
export const makesEachOnce: CalendarRequirement = requirement({
  ...creating,
  id: 'concurrency.tags.create',
  alsoCovers: ['tag.create', 'coherence.kept-write'],
  operations: ['tags.create'],
  needs: ['tags.create', 'tags.read', 'tags.list'],
  statement: 'Each of several tags created at the same time exists once, with an id of its own.',
  cost: 8,
  given(world) {
    const body = payload(resourceOf('tags'), world, { omit: ['slug'] });
    return droppableButOne([body, body]);
  },
  async check({ calendar }, bodies) {
    const written = await Promise.all(bodies.map((body) => calendar.create('tags', body)));
    const made = written.map((one) => expectCreated(calendar, one));
    expectOwnIds(made);
    for (const one of made) await expectOnce(calendar, one);
  },
});

/** Expects those creates that were not refused to have made records; one at least, as there was nothing in its way. */
function expectSomeCreated(calendar: Calendar, written: readonly Written[]): readonly Made[] {
  const granted = written.filter(({ exchange }) => wasGranted(exchange, 'a create'));
  const observed = 'every create refused';
  expectThat(granted.length > 0, { kind: 'status', expected: 'at least one create to succeed', observed });
  return granted.map((one) => expectCreated(calendar, one));
}

/** Records of one name get different slugs, also when they are created at the same time, and keep what each was sent. */
export const makesNamesakesAtOnce = (collection: 'venues' | 'organizers'): CalendarRequirement => {
  const { label } = resourceOf(collection);
  return requirement({
    ...creating,
    id: `concurrency.${collection}.namesakes`,
    alsoCovers: ['address.slug'],
    operations: [`${collection}.create`],
    needs: [`${collection}.create`, `${collection}.by-slug.read`],
    statement: `When two ${collection} of one name are created at the same time, the slug of each returns that one as it was sent.`,
    cost: 5,
    given(world) {
      const body = payload(resourceOf(collection), world, { only: [] });
      return fc.record({ bodies: fc.tuple(body, body), name: phrase });
    },
    async check({ calendar }, { name, bodies }) {
      const named = { [label]: `${name} ${calendar.token()}` };
      const written = await Promise.all(bodies.map((body) => calendar.create(collection, { ...body, ...named })));
      const all = expectSomeCreated(calendar, written);
      expectOwnIds(all);
      const found = [];
      for (const made of all)
        found.push({ made, ...(await expectAtSlug(calendar, made, await slugOf(calendar, made))) });
      for (const { made, exchange, ...shown } of found)
        expectFields(calendar, made.body, { shown, where: 'the record at its slug', exchange });
    },
  });
};

/** A record was to get a slug: which one it got, or that this was refused. */
export interface SlugAct {
  readonly sent: string;
  readonly got: string | undefined;
}

/** What may happen to slugs: none is given twice, and only one that is taken is refused (reading `slug.taken`). */
export const slugModel: Model<readonly string[], SlugAct> = {
  initial: [],
  step(taken, { sent, got }) {
    if (got === undefined) return taken.includes(sent) ? [taken] : [];
    return taken.includes(got) ? [] : [[...taken, got]];
  },
  keyOf: (taken) => taken.toSorted().join(' '),
};

/** The slug that a write gave to a record; undefined where it was refused. */
async function slugFrom(calendar: Calendar, written: Written, renamed: Made): Promise<string | undefined> {
  if (!wasGranted(written.exchange, 'a write with a slug')) return undefined;
  const { id } = written.exchange.request.method === 'PATCH' ? renamed : expectCreated(calendar, written);
  return slugOf(calendar, { collection: 'events', id });
}

const render = ({ act: { got } }: Timed<SlugAct>): string => got ?? 'refused';

/** Several want one slug: what was seen to be free may be taken a moment later. */
export const givesSlugOnce: CalendarRequirement = requirement({
  id: 'concurrency.events.slug',
  level: 'MUST',
  parallel: true,
  clause: 'coherence.parallel',
  alsoCovers: ['event.field.slug', 'address.slug'],
  operations: ['events.create', 'events.update.patch'],
  profile: 'coherence',
  needs: ['events.create', 'events.read', 'events.update.patch'],
  effects: 'writes',
  statement: 'When several events request one slug at the same time, at most one of them gets it.',
  cost: 10,
  runs: 2,
  given(world) {
    const body = payload(resourceOf('events'), world, { only: [] });
    return fc.record({ renamed: body, created: fc.tuple(body, body) });
  },
  arrange: ({ calendar }, { renamed }) => calendar.make('events', renamed),
  async check({ calendar }, { created }, renamed) {
    const observe = createObserver();
    const slug = `side-by-side-${calendar.token()}`;
    const written = await Promise.all([
      ...created.map((body) => observe(() => calendar.create('events', { ...body, slug }))),
      observe(() => calendar.update('events', byId(renamed), 'PATCH', { slug })),
    ]);
    const history: Timed<SlugAct>[] = [];
    for (const one of written) {
      history.push({ ...one, act: { sent: slug, got: await slugFrom(calendar, one.act, renamed) } });
    }
    expectThat(findLegalOrder(slugModel, history) !== undefined, {
      kind: 'state',
      expected: `at most one event with the slug ${slug}`,
      observed: history.map(render).join(', '),
    });
  },
});
