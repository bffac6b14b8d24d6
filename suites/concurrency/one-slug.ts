import fc from 'fast-check';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { expectThat } from '../../harness/expectations.js';
import type { Calendar, Made, Written } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectCreated } from '../expect-shown.js';
import { slugOf } from '../records/addressed.js';
import { wasGranted } from './granted.js';
import { findLegalOrder, type Timed } from './legal-order.js';
import { createObserver } from './observe.js';
import { type SlugAct, slugModel } from './slug-model.js';

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
  clause: 'coherence.parallel',
  alsoCovers: ['event.field.slug', 'address.slug'],
  operations: ['events.create', 'events.update.patch'],
  profile: 'coherence',
  needs: ['events.create', 'events.read', 'events.update.patch'],
  effects: 'writes',
  statement: 'A slug that is sent for several events at the same time is given to one of them at most.',
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
      expected: `the slug ${slug} for one event alone`,
      observed: history.map(render).join(', '),
    });
  },
});
