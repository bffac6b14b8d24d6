import fc, { type Arbitrary } from 'fast-check';
import type { Calendar, Made, Written } from '../../adapter/calendar/calendar.js';
import { addDays, atTime, dayOf } from '../../adapter/notation/day-times.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { browse } from '../../adapter/reading/browse.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { listClauseId, withArticle } from '../../contract/clauses/resource-clauses.js';
import type { ParameterOf } from '../../contract/queries.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { longText } from '../../generators/rich-texts.js';
import { type ListQuery, MARK, type Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { expectMembership } from '../expect/expect-list.js';
import { expectFound } from '../expect/expect-shown.js';
import { listAround } from '../queries/base-query.js';
import { unusualStatuses } from './filters/made-statuses.js';

/** A change of a record, and a list that holds it from then on. */
interface Move {
  readonly body: Payload;
  readonly query: ListQuery;
}

/** Moves of a record that was created with a body. */
type Moves = (world: World, body: Payload) => readonly Arbitrary<Move>[];

const animal = fc.constantFrom('walrus', 'zebra', 'quagga', 'ibex');

/** Another text, which is searched for: at the end of a long one, where the target keeps one, as an index may be of the first words. */
function respelled({ keptTexts }: World, collection: Collection, field: string): Arbitrary<Move> {
  const before = keptTexts(collection, field).includes(longText) ? `${longText} ` : '';
  return animal.map((name) => ({
    body: { [field]: `${before}Moved ${name} ${MARK}` },
    query: { search: `Moved ${name}` },
  }));
}

const reslugged: Arbitrary<Move> = animal.map((name) => ({
  body: { slug: `moved-${name}-${MARK}` },
  query: { slug: `moved-${name}-${MARK}` },
}));

/** Another status, where one is known that is taken. */
const restated = (world: World): readonly Arbitrary<Move>[] => {
  const statuses = unusualStatuses(world);
  return statuses.length === 0
    ? []
    : [fc.constantFrom(...statuses).map((status) => ({ body: { status }, query: { status } }))];
};

/** Links to what the record was not linked to, where the world has any. */
function relinked(world: World, field: string, collection: Collection): readonly Arbitrary<Move>[] {
  const refs = world.of(collection).filter(({ payload: { status } }) => status === undefined);
  const isList = field !== 'parent';
  return refs.length === 0
    ? []
    : [
        fc
          .constantFrom(...refs.map(({ ref }) => ref))
          .map((ref) => (isList ? [ref] : ref))
          .map((value): Move => ({ body: { [field]: value }, query: { [field]: value } })),
      ];
}

/** An end some days later; a bound between the two, with a day to spare for other clocks. */
const prolonged = ({ end_date: end }: Payload): readonly Arbitrary<Move>[] =>
  typeof end === 'string'
    ? [
        fc.constant({
          body: { end_date: atTime(addDays(dayOf(end), 4), '18:00:00') },
          query: { ends_after: addDays(dayOf(end), 2) },
        }),
      ]
    : [];

/** What lists are filtered by and updates change. Of a term the slug comes last: a name may bring one along. */
const movesOf: Readonly<Record<Collection, Moves>> = {
  events: (world, body) => [
    respelled(world, 'events', 'description'),
    ...prolonged(body),
    ...relinked(world, 'tags', 'tags'),
  ],
  venues: (world) => [respelled(world, 'venues', 'description'), ...restated(world)],
  organizers: (world) => [respelled(world, 'organizers', resourceOf('organizers').label), ...restated(world)],
  categories: (world) => [...relinked(world, 'parent', 'categories'), reslugged],
  tags: (world) => [respelled(world, 'tags', resourceOf('tags').label), reslugged],
};

/** The parameters by which a record is searched for in the end. */
const parameters: { readonly [C in Collection]: readonly ParameterOf<C>[] } = {
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
  throw new DoesNotApply(`the target does not keep the status ${JSON.stringify(query.status)}`);
}

/** Texts of a venue besides its name and description, of which a search may cover any ("custom fields"). */
const customFields = ['address', 'city'] as const;

/** The custom fields that a body has, each with a text that no other venue has. */
const placedIn = (body: Payload, text: string): Payload =>
  Object.fromEntries(customFields.flatMap((name) => (name in body ? [[name, `${text} ${MARK}`]] : [])));

const smallRecord = (world: World, collection: Collection): Arbitrary<Payload> =>
  payload(resourceOf(collection), world, { only: collection === 'venues' ? customFields : [] }).map((body) => ({
    ...body,
    ...(collection === 'venues' && placedIn(body, 'Former')),
  }));

/** Where a search finds a venue by its custom fields, it finds it by what an update puts there. */
async function expectFoundAnew(calendar: Calendar, made: Made, sent: Payload): Promise<void> {
  const [text] = customFields.flatMap((name) => made.body[name] ?? []);
  const found = text === undefined ? undefined : await browse(calendar, 'venues', { search: toText(text) });
  if (!found?.items.some(({ id }) => id === made.id)) return;
  const { body, exchange } = await calendar.update('venues', byId(made), 'PATCH', placedIn(sent, 'Latter'));
  expectSuccess(exchange, `a PATCH of ${Object.keys(body).join(' and ')}`);
  const [search = ''] = Object.values(body).map(toText);
  expectMembership(await browse(calendar, 'venues', { search }), made, true);
}

/** Each field is sent by itself: an index that is renewed with another field is renewed then, and not otherwise. */
export const listsMoved = (collection: Collection): CalendarRequirement => {
  const judged = parameters[collection];
  return requirement({
    id: `${collection}.list.moved`,
    level: 'MUST',
    clause: 'coherence.kept-write',
    alsoCovers: judged.map((name) => listClauseId(collection, name)),
    operations: [`${collection}.list`, `${collection}.update.patch`],
    profile: 'coherence',
    needs: [`${collection}.list`, `${collection}.create`, `${collection}.update.patch`, 'lists.created'],
    effects: 'writes',
    statement: `Once ${withArticle(resources[collection].singular)} is updated, lists filtered by its new values contain it.`,
    cost: judged.length + 3 + (collection === 'venues' ? 3 : 0),
    given: (world) =>
      fc
        .noShrink(smallRecord(world, collection))
        .chain((body) => fc.record({ body: fc.constant(body), moves: allOrFewer(movesOf[collection](world, body)) })),
    arrange: ({ calendar }, { body }) => calendar.make(collection, body),
    async check({ calendar, world }, { body, moves }, made) {
      // Before a status keeps the venue out of lists.
      if (collection === 'venues') await expectFoundAnew(calendar, made, body);
      let asked: ListQuery = listAround(world, collection, body);
      for (const one of moves) asked = { ...asked, ...(await move(calendar, made, one)) };
      expectMembership(await browse(calendar, collection, asked), made, true);
    },
  });
};
