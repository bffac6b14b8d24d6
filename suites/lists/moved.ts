import fc from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import { withArticle } from '../../contract/clauses/resources.js';
import type { Collection } from '../../contract/field.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { ListQuery } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { expectSuccess } from '../../harness/expectations.js';
import { browse } from '../../target/browse.js';
import type { Calendar, Made, Written } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { toText } from '../../target/shown-values.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { allOrFewer } from '../all-or-fewer.js';
import { expectFound } from '../expect-shown.js';
import { expectMembership } from './expect-membership.js';
import { listAround } from './list-around.js';
import { type Move, movesOf } from './moves.js';

/** The parameters by which a record is looked for in the end. */
const parameters: Readonly<Record<Collection, readonly [string, ...string[]]>> = {
  events: ['search', 'ends_after', 'tags'],
  venues: ['search', 'status'],
  organizers: ['search', 'status'],
  categories: ['parent', 'slug'],
  tags: ['search', 'slug'],
};

/** What a record shows in a field after an update: in the answer to it, or in its item. */
async function shownAfter(calendar: Calendar, made: Made, { exchange }: Written, field: string): Promise<string> {
  const { lens } = calendar;
  const answered = lens.recordIfAny(made.collection, exchange);
  const value = answered && lens.field(answered, field);
  if (value !== undefined) return toText(value);
  return toText(lens.field(await expectFound(calendar, made.collection, byId(made)), field));
}

/** Makes a move; gives what the record is found by. A slug may be respelled, a status may not be granted. */
async function move(calendar: Calendar, made: Made, { body, query }: Move): Promise<ListQuery> {
  const written = await calendar.update(made.collection, byId(made), 'PATCH', body);
  expectSuccess(written.exchange, `a PATCH of ${Object.keys(body).join(', ')}`);
  if (query.slug !== undefined) return { slug: await shownAfter(calendar, made, written, 'slug') };
  if (query.status === undefined || (await shownAfter(calendar, made, written, 'status')) === query.status)
    return query;
  throw new Inconclusive(`the status ${JSON.stringify(query.status)} is not kept`);
}

/** Each field is sent by itself: an index that is renewed with another field is renewed then, and not otherwise. */
export const listsMoved = (collection: Collection): CalendarRequirement => {
  const resource = resourceOf(collection);
  const told = parameters[collection];
  return requirement({
    id: `${collection}.list.moved`,
    level: 'MUST',
    clause: 'coherence.kept-write',
    alsoCovers: told.map((name) => listClauseId(collection, name)),
    operations: [`${collection}.list`, `${collection}.update.patch`],
    profile: 'coherence',
    needs: [`${collection}.list`, `${collection}.create`, `${collection}.update.patch`, 'lists.created'],
    effects: 'writes',
    statement: `Once ${withArticle(resources[collection].singular)} is updated, a list by what it has now holds it.`,
    cost: told.length + 3,
    given: (world) =>
      fc
        .noShrink(payload(resource, world, { only: [] }))
        .chain((body) => fc.record({ body: fc.constant(body), moves: allOrFewer(movesOf[collection](world, body)) })),
    arrange: ({ calendar }, { body }) => calendar.make(collection, body),
    async check({ calendar, world }, { body, moves }, made) {
      let asked: ListQuery = listAround(world, collection, body);
      for (const one of moves) asked = { ...asked, ...(await move(calendar, made, one)) };
      expectMembership(await browse(calendar, collection, asked), made, true);
    },
  });
};
