import type { OperationKind } from '../../../contract/operations.js';
import { type Collection, eventRelations, resourceOf } from '../../../contract/resources.js';
import { findId } from '../../../adapter/reading/shape-discovery.js';
import type { WireRequest } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { alsoForHead, interceptOperations } from '../../intercept/intercept-operation.js';
import { bodyOf } from '../../intercept/request-edit.js';
import { unlearning } from '../../learned-facts.js';
import { allowInEach, type Variant } from '../../variant.js';

/** What is left of a record, in the answer to a request. */
type Shorten = (record: JsonObject, request: WireRequest, collection: Collection) => JsonObject;

const only =
  (isKept: (name: string, request: WireRequest, collection: Collection) => boolean): Shorten =>
  (record, request, collection) =>
    Object.fromEntries(
      Object.entries(record).filter(([name]) => name === idMember(record) || isKept(name, request, collection)),
    );

/** The member in which a record has its id, whatever that is called. */
const idMember = (record: JsonObject): string | undefined => findId(record)?.[0];

/** Names as they are sent, whatever way they are written in answers. */
const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();

const isSent = (name: string, request: WireRequest): boolean =>
  Object.keys(bodyOf(request) ?? {}).some((sent) => plain(sent) === plain(name));

/** The least by which a record is known: its id, what it is called, and where it is. */
const isKnownBy = (name: string, _: WireRequest, collection: Collection): boolean =>
  ['id', 'slug', 'rest_url', resourceOf(collection).label].includes(name);

const respondingTersely =
  (kinds: readonly OperationKind[], shorten: Shorten): Variant['create'] =>
  (_, view) =>
    interceptOperations(
      view,
      kinds.map((kind) => ({ kind })),
      async ({ request, collection }, next) =>
        view.editRecord(collection, await next(request), (record) => shorten(record, request, collection)),
    );

/** What an item by its slug is read for. */
const brief = ['status', 'start_date', 'end_date'];

/** Answers that show part of a record: the answer to a write is open, and so is that to a GET by slug. */
export const terseResponses: readonly Variant[] = [
  {
    id: 'create.partial',
    aspect: 'create-answer',
    statement: 'A create returns the id, the name, the slug and the address of the record.',
    // Of a flag that was not sent, nothing but the answer to its create was seen.
    learns: unlearning('readings.venue.show-map'),
    allowances: allowInEach('create.odd-kept', 'Only the item shows what was stored.', ['events', 'venues', 'tags']),
    create: respondingTersely(['create'], only(isKnownBy)),
  },
  {
    id: 'create.echo',
    aspect: 'create-answer',
    statement: 'A create returns the id and the sent fields only.',
    create: respondingTersely(
      ['create'],
      only((name, request) => name === 'id' || isSent(name, request)),
    ),
  },
  {
    id: 'writes.without-relations',
    aspect: 'create-answer',
    statement: 'Creates and updates return the event without related records.',
    create: respondingTersely(
      ['create', 'update'],
      only((name, _, collection) => collection !== 'events' || !(name in eventRelations)),
    ),
  },
  {
    id: 'update.difference',
    aspect: 'update-answer',
    statement: 'An update returns the id, its time and the changed fields.',
    create: respondingTersely(
      ['update'],
      only((name, request) => name === 'id' || name === 'modified' || isSent(name, request)),
    ),
  },
  {
    id: 'by-slug.summary',
    aspect: 'extra-fields',
    statement: 'A GET by slug shows only the name and times of a record.',
    allowances: [{ requirement: 'events.by-slug.update.own-language', reason: 'It reads descriptions by slug.' }],
    create: (_, view) =>
      alsoForHead(
        interceptOperations(view, [{ kind: 'read', addressing: 'slug' }], async ({ request, collection }, next) =>
          view.editRecord(collection, await next(request), (record) =>
            only((name) => isKnownBy(name, request, collection) || brief.includes(name))(record, request, collection),
          ),
        ),
      ),
  },
];
