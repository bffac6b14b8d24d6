import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { holdsToken } from '../../adapter/ownership/marker.js';
import { byId } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { carriersOf, payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { NO_RECORD, statusOf } from '../../wire/status.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectUntouched } from '../expect/expect-untouched.js';

/** The collection that is written to, and that of the record which has the id. */
interface Pair {
  readonly at: Collection;
  readonly of: Collection;
}

/** Records of these are often rows of one table. */
const posts = ['events', 'venues', 'organizers'] as const;
const apart: readonly Pair[] = posts.flatMap((at) => posts.flatMap((of) => (at === of ? [] : [{ at, of }])));
const terms: readonly Pair[] = [
  { at: 'categories', of: 'tags' },
  { at: 'tags', of: 'categories' },
];

/**
 * Whether a number under a collection was given to nobody before this run: then no record of others, hidden or in a
 * trash, can have it. What is no number is given but once.
 */
function isOfRun({ marker = '', of }: World, { at }: Pair, { id }: Made): boolean {
  const own = of(at).filter(({ body }) => marker !== '' && holdsToken(JSON.stringify(body), marker));
  return !/^\d+$/.test(id) || own.some((record) => Number(record.id) <= Number(id));
}

/** Whether a PATCH and a DELETE were sent to an address under which there is nothing. */
async function wroteUnder({ at }: Pair, calendar: Calendar, { id }: Made, body: Payload): Promise<boolean> {
  if (!NO_RECORD.includes(statusOf(await calendar.read(at, byId({ id }))))) return false;
  await calendar.update(at, byId({ id }), 'PATCH', body);
  await calendar.remove(at, byId({ id }));
  return true;
}

/** Ids may be numbers of one sequence or of several: a record is found under its collection alone. */
export const writesUnderOwnCollection = requirement({
  id: 'coherence.other-kinds',
  level: 'MUST',
  clause: 'coherence.other-records',
  alsoCovers: ['address.id'],
  operations: collections.flatMap((one) => [`${one}.update.patch`, `${one}.delete`] as const),
  profile: 'coherence',
  needs: collections.flatMap(
    (one) => [`${one}.create`, `${one}.read`, `${one}.update.patch`, `${one}.delete`] as const,
  ),
  effects: 'writes',
  statement: 'A write under one collection with the id of a record of another leaves that record as it is.',
  cost: 12,
  runs: 3,
  given: (world) => {
    const small = (collection: Collection) => payload(resourceOf(collection), world, { only: carriersOf(collection) });
    const tried = (pair: Pair) => fc.record({ pair: fc.constant(pair), made: small(pair.of), sent: small(pair.at) });
    return droppableButOne([apart, terms].map((pairs) => fc.constantFrom(...pairs).chain(tried)));
  },
  arrange: async ({ calendar }, tries) => {
    const made: Made[] = [];
    for (const { pair, made: body } of tries) made.push(await calendar.make(pair.of, body));
    return made;
  },
  async check({ calendar, world }, tries, made) {
    const written: Pair[] = [];
    for (const [nth, { pair, sent }] of tries.entries()) {
      const other = made[nth];
      if (!other || !isOfRun(world, pair, other) || !(await wroteUnder(pair, calendar, other, sent))) continue;
      const { collection, id } = other;
      await expectUntouched(calendar, other, `${collection}/${id} after writes to ${pair.at}/${id}`);
      written.push(pair);
    }
    if (written.length === 0) throw new DoesNotApply('the ids of one collection may be those of records in another');
  },
});
