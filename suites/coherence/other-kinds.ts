import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { carriersOf, payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import { NO_VISIBLE_RECORD, statusOf } from '../../wire/status.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { isTrashed } from '../expect/expect-deleted.js';
import { expectFields } from '../expect/expect-shown.js';

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

/** A PATCH and a DELETE of what there is none of; where the number is that of another record, nothing is sent. */
async function writeUnder({ at }: Pair, calendar: Calendar, { id }: Made, body: Payload): Promise<void> {
  if (!NO_VISIBLE_RECORD.includes(statusOf(await calendar.read(at, byId({ id }))))) return;
  await calendar.update(at, byId({ id }), 'PATCH', body);
  await calendar.remove(at, byId({ id }));
}

/** Expects a record to be as it was made. */
async function expectAsMade(calendar: Calendar, made: Made, { at }: Pair): Promise<void> {
  const { collection, id, body } = made;
  const where = `${collection}/${id} after writes to ${at}/${id}`;
  const exchange = await calendar.read(collection, byId(made));
  const isGone = NO_VISIBLE_RECORD.includes(statusOf(exchange)) || isTrashed(calendar, made, exchange);
  expectThat(!isGone, { kind: 'state', expected: where, observed: 'it was deleted', exchange });
  expectFields(calendar, body, { shown: calendar.lens.record(collection, exchange), where, exchange });
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
  async check({ calendar }, tries, made) {
    for (const [at, { pair, sent }] of tries.entries()) {
      const other = made[at];
      if (!other) continue;
      await writeUnder(pair, calendar, other, sent);
      await expectAsMade(calendar, other, pair);
    }
  },
});
