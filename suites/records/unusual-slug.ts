import fc, { type Arbitrary } from 'fast-check';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import type { Exchange } from '../../harness/exchange.js';
import { expectSuccess, isRefused } from '../../harness/expectations.js';
import type { Calendar } from '../../target/calendar.js';
import { bySlug } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { allOrFewer } from '../all-or-fewer.js';
import { expectCreated } from '../expect-shown.js';
import { slugOf } from './addressed.js';
import { expectSame } from './expect-identity.js';

/** What stands before the marker: a digit first, a capital, and letters beyond ASCII. */
const beginnings = [
  ['5k', '2031'],
  ['Fest', 'Summer'],
  ['café', 'olé', '夏'],
].map((parts) => fc.constantFrom(...parts));

/** What can be taken for a format is taken for one at the end. */
const endings = [fc.constantFrom('2.0', 'x.html')];

/** A slug with all that routes stumble over; with less of it when shrunk. */
const unusualSlug: Arbitrary<string> = fc
  .tuple(allOrFewer(beginnings, 0), allOrFewer(endings, 0))
  .map(([before, after]) => [...before, MARK, ...after].join('-'));

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/** Reads an event by its slug as shown; decoded, where a slug that is shown percent-encoded leads nowhere as it is. */
async function readEitherWay(calendar: Calendar, slug: string): Promise<Exchange> {
  const exchange = await calendar.read('events', bySlug(slug));
  const isDone = !isRefused(exchange) || decoded(slug) === slug;
  return isDone ? exchange : calendar.read('events', bySlug(decoded(slug)));
}

/** Such a slug may be refused or respelled (reading `slug.sent`): what is shown of it is an address all the same. */
export const resolvesUnusualSlug: CalendarRequirement = requirement({
  id: 'events.by-slug.read.unusual-slug',
  level: 'MUST',
  clause: 'address.slug',
  alsoCovers: ['event.field.slug'],
  operations: ['events.by-slug.read'],
  profile: 'core',
  needs: ['events.create', 'events.by-slug.read'],
  effects: 'writes',
  statement:
    'The slug that an event shows leads to it, also with a digit first, capitals, dots or letters beyond ASCII.',
  cost: 3,
  given: (world) =>
    fc.record({ slug: unusualSlug, body: payload(resourceOf('events'), world, { only: ['description'] }) }),
  async arrange({ calendar }, { slug, body }) {
    const written = await calendar.create('events', { ...body, slug });
    if (isRefused(written.exchange))
      throw new Inconclusive('the target refuses a slug with a digit first, capitals or the like');
    const made = expectCreated(calendar, written);
    return { made, shown: await slugOf(calendar, made) };
  },
  async check({ calendar }, _, { made, shown: slug }) {
    const exchange = await readEitherWay(calendar, slug);
    expectSuccess(exchange, `a GET of the event with the slug ${slug}`);
    expectSame(calendar.lens.record('events', exchange), made, `by-slug/${slug}`, exchange);
  },
});
