import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { browse, type Browsed } from '../../adapter/reading/browse.js';
import { type Address, byId } from '../../adapter/reading/paths.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { ClauseId } from '../../contract/clauses/clauses.js';
import type { Addressing, OperationId, UpdateVerb } from '../../contract/operations.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { expectResponse, expectSuccess, expectThat } from '../../kernel/expectations.js';
import { headerValue } from '../../wire/exchange.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectField } from '../expect/expect-shown.js';
import { addressOf, itemOperation } from '../expect/record-address.js';
import { requirementInAnyLanguage } from '../language/in-language.js';
import { listAround } from '../queries/base-query.js';
import { expectAmongOthers, onceMoreAmongOthers } from './expect-among-others.js';

/** A record to be written, and a list that is read before and after. */
interface Writing {
  readonly calendar: Calendar;
  readonly collection: Collection;
  readonly body: Payload;
  /** By which a record is updated, in this order. */
  readonly verbs: readonly UpdateVerb[];
  list(): Promise<Browsed>;
}

/**
 * How each kind of record is updated, at this address first, and deleted: what an address or a verb leaves out shows with
 * one of them. Categories and tags are alike, and share the verbs.
 */
const ways = {
  events: { by: 'slug', verbs: ['PATCH', 'POST', 'PUT'] },
  venues: { by: 'id', verbs: ['PUT', 'POST', 'PATCH'] },
  organizers: { by: 'slug', verbs: ['PUT', 'POST', 'PATCH'] },
  categories: { by: 'id', verbs: ['PATCH', 'POST'] },
  tags: { by: 'id', verbs: ['PUT', 'PATCH'] },
} as const satisfies Readonly<Record<Collection, { readonly by: Addressing; readonly verbs: readonly UpdateVerb[] }>>;

async function showsMembers({ calendar, collection, body, list }: Writing): Promise<void> {
  await list();
  const made = await calendar.make(collection, body);
  await expectAmongOthers({ calendar, record: made, present: true, list });
  const address = await addressOf(calendar, made, ways[collection].by);
  expectSuccess(await calendar.remove(collection, address), 'a DELETE');
  await expectAmongOthers({ calendar, record: made, present: false, list });
}

async function showsUpdates({ calendar, collection, body, verbs, list }: Writing): Promise<void> {
  const made = await calendar.make(collection, body);
  const before = await list();
  // The slug may follow from the name.
  const [first, later] = [await addressOf(calendar, made, ways[collection].by), byId(made)];
  for (const verb of verbs) {
    const address = verb === ways[collection].verbs[0] ? first : later;
    await expectUpdateListed({ calendar, collection, list }, { made, address, verb });
  }
  await expectModified(calendar, made, before);
}

/** Expects the page with a record to be returned anew: a 304 would say that it shows no update (RFC 9110 section 13.1.2). */
async function expectModified(calendar: Calendar, { id }: Made, { pages }: Browsed): Promise<void> {
  const { exchange: before } = pages.find(({ items }) => items.some((item) => item.id === id)) ?? {};
  const etag = before && headerValue(expectResponse(before).headers, 'etag');
  if (!before || etag === undefined) return;
  const exchange = await calendar.follow(before.request.target, before, [['if-none-match', etag]]);
  const isModified = expectResponse(exchange).status !== NOT_MODIFIED;
  const expected = `a list other than the one with the ETag ${etag}, as the name of a record in it has changed`;
  expectThat(isModified, { kind: 'status', expected, observed: `${NOT_MODIFIED}`, exchange });
}

const NOT_MODIFIED = 304;

interface ListedUpdate {
  readonly made: Made;
  readonly address: Address;
  readonly verb: UpdateVerb;
}

async function expectUpdateListed(
  { calendar, collection, list }: Pick<Writing, 'calendar' | 'collection' | 'list'>,
  { made, address, verb }: ListedUpdate,
): Promise<void> {
  const { label: field } = resourceOf(collection);
  const change = { [field]: `Renamed by ${verb} ${MARK}` };
  const { body: sent, exchange } = await calendar.update(collection, address, verb, change);
  expectSuccess(exchange, `a ${verb} of a new ${field}`);
  const browsed = await expectAmongOthers({ calendar, record: made, present: true, list });
  const shown = browsed.items.find(({ id }) => id === made.id) ?? made.shown;
  const seen = browsed.pages[0]?.exchange ?? exchange;
  expectField({ calendar, shown, field, sent: sent[field] ?? null, where: 'the list', exchange: seen });
}

interface Freshness {
  readonly id: string;
  readonly statement: string;
  readonly needs: readonly OperationId[];
  readonly cost: number;
  readonly write: (writing: Writing) => Promise<void>;
}

/** The ways in which a list that was read before a write can be out of date after it. */
const freshness = (collection: Collection): readonly Freshness[] => [
  {
    id: `${collection}.list.fresh.members`,
    statement: `A list of ${collection} that is read again contains a record created since, and no longer one deleted since.`,
    needs: [itemOperation(collection, ways[collection].by, 'DELETE')],
    cost: collection === 'events' ? 6 : 5,
    write: showsMembers,
  },
  {
    id: `${collection}.list.fresh.updated`,
    statement: `A list of ${collection} that is read again shows each update since, by ${ways[collection].verbs.join(', ')}, also where If-None-Match has its old ETag.`,
    needs: ways[collection].verbs.map((verb) => itemOperation(collection, ways[collection].by, verb)),
    cost: 3 + 2 * ways[collection].verbs.length,
    write: showsUpdates,
  },
];

const alsoCovers: readonly ClauseId[] = ['http.freshness', 'http.validators'];

/** Lists that are not served from before a write. */
export const staysFresh = (collection: Collection): readonly CalendarRequirement[] =>
  freshness(collection).map(({ id, statement, needs, cost, write }, nth) =>
    requirementInAnyLanguage(
      { collection, nth },
      {
        id,
        level: 'MUST',
        clause: 'coherence.kept-write',
        alsoCovers: alsoCovers,
        operations: [`${collection}.list`],
        profile: 'coherence',
        needs: [`${collection}.list`, `${collection}.create`, ...needs, 'lists.created'],
        effects: 'writes',
        // A list that is cached too long is read anew after any write: those of others would hide it.
        alone: true,
        statement,
        cost,
        given: (world) =>
          fc.record({
            body: payload(resourceOf(collection), world, { only: [] }),
            verbs: droppableButOne(ways[collection].verbs.map((verb) => fc.constant(verb))),
          }),
        check: ({ calendar, world }, { body, verbs }) =>
          onceMoreAmongOthers(() =>
            write({
              calendar,
              collection,
              body,
              verbs,
              list: () => browse(calendar, collection, listAround(world, collection, body)),
            }),
          ),
      },
    ),
  );
