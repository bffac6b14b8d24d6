import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { holdsToken } from '../../adapter/ownership/marker.js';
import { byId } from '../../adapter/reading/paths.js';
import { requirement, type Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { carriersOf, payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { NO_RECORD, statusOf } from '../../wire/status.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectUntouched } from '../expect/expect-untouched.js';

/** A kind of record, and the collections that are written to with the id of one. */
interface Intrusion {
  readonly of: Collection;
  readonly at: readonly Collection[];
}

/** Each kind is written to with the id of one that is often a row of the same table. */
const intrusions: readonly Intrusion[] = [
  { of: 'events', at: ['venues', 'organizers'] },
  { of: 'venues', at: ['events'] },
  { of: 'tags', at: ['categories'] },
  { of: 'categories', at: ['tags'] },
];

/**
 * Whether a number under a collection was given to nobody before this run: then no record of others, hidden or in a
 * trash, can have it. What is no number is given but once.
 */
function isOfRun({ marker = '', of }: World, at: Collection, { id }: Made): boolean {
  const own = of(at).filter(({ body }) => marker !== '' && holdsToken(JSON.stringify(body), marker));
  return !/^\d+$/.test(id) || own.some((record) => Number(record.id) <= Number(id));
}

/** A write to a collection, and what it sends. */
interface Sent {
  readonly collection: Collection;
  readonly body: Payload;
}

/** Sends a PATCH and a DELETE to an address under which there is nothing; whether there was nothing. */
async function wroteUnder(calendar: Calendar, { id }: Made, { collection, body }: Sent): Promise<boolean> {
  if (!NO_RECORD.includes(statusOf(await calendar.read(collection, byId({ id }))))) return false;
  await calendar.update(collection, byId({ id }), 'PATCH', body);
  await calendar.remove(collection, byId({ id }));
  return true;
}

/** Writes under other collections with the id of a record, and expects it to be as it was; gives how many were written to. */
async function expectKeptApart({ calendar, world }: Subject, made: Made, sent: readonly Sent[]): Promise<number> {
  const written: Collection[] = [];
  for (const one of sent.filter(({ collection }) => isOfRun(world, collection, made))) {
    if (await wroteUnder(calendar, made, one)) written.push(one.collection);
  }
  if (written.length === 0) return 0;
  const { collection, id } = made;
  await expectUntouched(calendar, made, `${collection}/${id} after writes to ${id} under ${written.join(' and ')}`);
  return written.length;
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
  cost: 3 * intrusions.length + 3 * intrusions.flatMap(({ at }) => at).length,
  runs: 3,
  given: (world) => {
    const small = (collection: Collection) => payload(resourceOf(collection), world, { only: carriersOf(collection) });
    const tried = ({ of, at }: Intrusion) =>
      fc.record({
        of: fc.constant(of),
        made: small(of),
        at: fc.tuple(...at.map((one) => small(one).map((body) => ({ collection: one, body })))),
      });
    return droppableButOne(intrusions.map(tried));
  },
  arrange: async ({ calendar }, tries) => {
    const made: Made[] = [];
    for (const { of, made: body } of tries) made.push(await calendar.make(of, body));
    return made;
  },
  async check(subject, tries, made) {
    let written = 0;
    for (const [nth, one] of made.entries()) written += await expectKeptApart(subject, one, tries[nth]?.at ?? []);
    if (written === 0) throw new DoesNotApply('the ids of one collection may be those of records in another');
  },
});
