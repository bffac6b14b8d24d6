import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { browse, type Browsed } from '../../adapter/reading/browse.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { ClauseId } from '../../contract/clauses/clauses.js';
import type { Addressing, OperationId, UpdateVerb } from '../../contract/operations.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { expectSuccess } from '../../kernel/expectations.js';
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
  list(): Promise<Browsed>;
}

/** How each kind of record is updated and deleted: whatever an address or a verb leaves out shows with one of them. */
const ways = {
  events: { by: 'slug', verb: 'PATCH' },
  venues: { by: 'id', verb: 'PUT' },
  organizers: { by: 'slug', verb: 'PUT' },
  categories: { by: 'id', verb: 'PATCH' },
  tags: { by: 'id', verb: 'PUT' },
} as const satisfies Readonly<Record<Collection, { readonly by: Addressing; readonly verb: UpdateVerb }>>;

async function showsCreated({ calendar, collection, body, list }: Writing): Promise<void> {
  await list();
  const made = await calendar.make(collection, body);
  await expectAmongOthers({ calendar, record: made, present: true, list });
}

async function showsUpdated({ calendar, collection, body, list }: Writing): Promise<void> {
  const { label } = resourceOf(collection);
  const { by, verb } = ways[collection];
  const made = await calendar.make(collection, body);
  await list();
  const address = await addressOf(calendar, made, by);
  const { body: sent, exchange } = await calendar.update(collection, address, verb, { [label]: `Renamed ${MARK}` });
  expectSuccess(exchange, `a new ${label}`);
  const browsed = await expectAmongOthers({ calendar, record: made, present: true, list });
  const shown = browsed.items.find(({ id }) => id === made.id) ?? made.shown;
  const [page] = browsed.pages;
  expectField({
    calendar,
    shown,
    field: label,
    sent: sent[label] ?? null,
    where: 'the list',
    exchange: page?.exchange ?? exchange,
  });
}

async function hidesDeleted({ calendar, collection, body, list }: Writing): Promise<void> {
  const made = await calendar.make(collection, body);
  await list();
  const address = await addressOf(calendar, made, ways[collection].by);
  expectSuccess(await calendar.remove(collection, address), 'a DELETE');
  await expectAmongOthers({ calendar, record: made, present: false, list });
}

interface Freshness {
  readonly id: string;
  readonly statement: string;
  readonly needs: OperationId;
  readonly cost: number;
  readonly write: (writing: Writing) => Promise<void>;
}

/** The three ways in which a list that was read before a write can be out of date after it. */
const freshness = (collection: Collection): readonly Freshness[] => [
  {
    id: `${collection}.list.fresh.created`,
    statement: `A list of ${collection} that was read before a record was created contains it when read again.`,
    needs: `${collection}.create`,
    cost: collection === 'events' ? 4 : 3,
    write: showsCreated,
  },
  {
    id: `${collection}.list.fresh.updated`,
    statement: `A list of ${collection} that was read before a record was updated shows the update when read again.`,
    needs: itemOperation(collection, ways[collection].by, ways[collection].verb),
    cost: 5,
    write: showsUpdated,
  },
  {
    id: `${collection}.list.fresh.deleted`,
    statement: `A list of ${collection} that was read before a record was deleted no longer contains it when read again.`,
    needs: itemOperation(collection, ways[collection].by, 'DELETE'),
    cost: 4,
    write: hidesDeleted,
  },
];

const alsoCovers: readonly ClauseId[] = ['http.freshness'];

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
        needs: [...new Set<OperationId>([`${collection}.list`, `${collection}.create`, needs]), 'lists.created'],
        effects: 'writes',
        // A list that is cached too long is read anew after any write: those of others would hide it.
        alone: true,
        statement,
        cost,
        given: (world) => fc.record({ body: payload(resourceOf(collection), world, { only: [] }) }),
        check: ({ calendar, world }, { body }) =>
          onceMoreAmongOthers(() =>
            write({
              calendar,
              collection,
              body,
              list: () => browse(calendar, collection, listAround(world, collection, body)),
            }),
          ),
      },
    ),
  );
