import type { Operation } from '../../../contract/operations.js';
import { type Collection, resourceOf } from '../../../contract/resources.js';
import type { Interceptor, Outcome, Send } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { itemNow, recordNow } from '../../intercept/record-lookup.js';
import { bodyOf, editBody } from '../../intercept/request-edit.js';
import { toJsonResponse } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { places } from '../../list-fault.js';

/** A double click: what comes by slug twice in a row is taken for the same. */
const secondBySlug: Fault = {
  id: 'places.by-slug.update.second-lost',
  clause: 'coherence.kept-write',
  neighbours: ['venue.update', 'organizer.update', 'coherence.siblings'],
  statement: 'The second of two updates by slug of a venue or organizer, with none by id between, is lost.',
  create: (_, view) => {
    const before = new Map<string, 'id' | 'slug'>();
    return interceptOperations(view, inEach(places, { kind: 'update' }), async (call, next) => {
      const { collection, operation, request } = call;
      const { addressing = 'id' } = operation;
      const record = await recordNow(view, call, next);
      const key = `${collection}/${record ? view.id(collection, record) : ''}`;
      const isSecond = addressing === 'slug' && before.get(key) === 'slug';
      before.set(key, isSecond ? 'id' : addressing);
      return isSecond ? itemNow(call, next) : next(request);
    });
  },
};

/** What is written by slug waits in a buffer that the next write by id does not know of. */
const undoneById: Fault = {
  id: 'events.update.undoes-by-slug',
  clause: 'coherence.kept-write',
  neighbours: ['event.update', 'coherence.siblings'],
  statement: 'An update of an event by its id undoes the update by its slug before it.',
  create: (_, view) =>
    undoing(view, ['events'], ({ operation: { addressing } }) => (addressing === 'slug' ? 'slug' : 'id')),
};

/** Each verb has a copy of the record to itself, which the others write over. */
const undoneByVerb: Fault = {
  id: 'terms.update.undoes-other-verb',
  clause: 'coherence.kept-write',
  neighbours: ['category.update', 'tag.update', 'coherence.siblings'],
  statement: 'An update of a category or a tag undoes the previous one by another method.',
  create: (_, view) => undoing(view, ['categories', 'tags'], ({ request: { method } }) => method),
};

/** Lets an update bring back the texts that the update before it changed, where the two went other ways. */
const undoing = (
  view: WireView,
  collections: readonly Collection[],
  wayOf: (call: OperationCall) => string,
): Interceptor => {
  const last = new Map<string, { readonly way: string; readonly texts: JsonObject }>();
  return interceptOperations(view, inEach(collections, { kind: 'update' }), async (call, next) => {
    const { request, collection } = call;
    const record = await recordNow(view, call, next);
    if (!record) return next(request);
    const [way, key] = [wayOf(call), `${collection}/${view.id(collection, record)}`];
    const before = last.get(key);
    const isUndoing = before !== undefined && before.way !== way;
    const outcome = await next(isUndoing ? editBody(request, (body) => ({ ...before.texts, ...body })) : request);
    const changed = textFields(collection).filter((name) => name in (bodyOf(request) ?? {}));
    const texts = Object.fromEntries(changed.map((name) => [name, view.text(collection, record, name)]));
    if (isGranted(outcome)) last.set(key, { way, texts });
    return outcome;
  });
};

const textFields = (collection: Collection): readonly string[] => [resourceOf(collection).label, 'description'];

/** An update by id begins with the copy of the record that the last read by id left. */
const staleCopyWritten: Fault = {
  id: 'places.update.stale-copy-written-back',
  clause: 'coherence.kept-write',
  neighbours: ['venue.update', 'organizer.update', 'coherence.siblings'],
  statement: 'An update of a venue or organizer by id writes back the texts as it was last read by id.',
  create: (_, view) => {
    const copies = new Map<string, JsonObject>();
    const copied = ['description', 'phone', 'website'];
    return interceptOperations(view, inEach(places), async ({ request, collection, operation, address }, next) => {
      if (operation.addressing !== 'id') return next(request);
      const key = `${collection}/${address}`;
      const isUpdate = operation.kind === 'update';
      const outcome = await next(isUpdate ? editBody(request, (body) => ({ ...copies.get(key), ...body })) : request);
      const record = isGranted(outcome) ? view.record(collection, outcome) : undefined;
      const texts = copied.map((name) => [name, record ? view.text(collection, record, name) : ''] as const);
      if (record) copies.set(key, Object.fromEntries(texts.filter(([, text]) => text !== '')));
      return outcome;
    });
  },
};

/** A cache that forgets by two verbs of three. */
const staleAfterPatch: Fault = {
  id: 'places.by-slug.read.stale-after-patch',
  clause: 'coherence.shown-everywhere',
  neighbours: ['http.freshness', 'coherence.kept-write', 'coherence.siblings'],
  statement: 'A GET of a venue or organizer by slug does not show a later PUT or PATCH by id.',
  create: (_, view) => {
    const kept = new Map<string, Kept>();
    const forget = (id: string): void => {
      for (const [target, one] of kept) if (one.id === id) kept.delete(target);
    };
    return interceptOperations(view, inEach(places), async (call, next) => {
      const { request, collection, operation } = call;
      if (isForgetting(operation)) forget(await idNow(view, call, next));
      if (operation.kind !== 'read' || operation.addressing !== 'slug') return next(request);
      const outcome = kept.get(request.target)?.outcome ?? (await next(request));
      const record = isGranted(outcome) ? view.record(collection, outcome) : undefined;
      if (record) kept.set(request.target, { id: view.id(collection, record), outcome });
      return outcome;
    });
  },
};

/** A record as its slug led to it. */
interface Kept {
  readonly id: string;
  readonly outcome: Outcome;
}

const isForgetting = ({ method, addressing, kind }: Operation): boolean =>
  kind === 'delete' || (kind === 'update' && (method === 'POST' || addressing === 'slug'));

/** The id of the record that is asked for, whether by id or by slug. */
async function idNow(view: WireView, call: OperationCall, next: Send): Promise<string> {
  if (call.operation.addressing === 'id') return call.address;
  const record = await recordNow(view, call, next);
  return record ? view.id(call.collection, record) : '';
}

/** Updates that are right when they come alone, and lost or undone by what came before or comes after. */
export const forgottenUpdates: readonly Fault[] = [
  secondBySlug,
  undoneById,
  undoneByVerb,
  staleCopyWritten,
  staleAfterPatch,
];

/** The request as a create of the same body. */
const asCreate = ({ request, collection, at }: OperationCall): OperationCall['request'] => ({
  ...request,
  method: 'POST',
  target: at(`/${collection}`),
});

/** The route of POST ignores what follows the collection. */
const postCreates: Fault = {
  id: 'records.update.post.creates',
  clause: 'venue.update',
  neighbours: ['organizer.update', 'category.update', 'tag.update', 'coherence.siblings'],
  statement: 'A POST to a venue, an organizer, a category or a tag creates a new record.',
  create: (_, view) =>
    interceptOperations(
      view,
      inEach([...places, 'categories', 'tags'], { kind: 'update', method: 'POST' }),
      (call, next) => next(asCreate(call)),
    ),
};

/** PUT puts something there, whatever is there already. */
const putBySlugCreates: Fault = {
  id: 'records.by-slug.update.put.creates',
  clause: 'venue.update',
  neighbours: ['organizer.update', 'address.slug', 'coherence.siblings'],
  statement: 'A PUT of a venue or an organizer by its slug creates a new record.',
  create: (_, view) =>
    interceptOperations(view, inEach(places, { kind: 'update', method: 'PUT', addressing: 'slug' }), (call, next) =>
      next(asCreate({ ...call, request: editBody(call.request, (body) => withName(call, body)) })),
    ),
};

const withName = ({ collection, address }: OperationCall, body: JsonObject): JsonObject => ({
  [resourceOf(collection).label]: address,
  ...body,
});

/** Nothing was updated, and nothing went wrong. */
const unknownGranted: Fault = {
  id: 'records.update.unknown-granted',
  clause: 'venue.update',
  neighbours: ['organizer.update', 'tag.update', 'address.id'],
  statement: 'An update of a venue, an organizer or a tag that does not exist returns success.',
  create: (_, view) =>
    interceptOperations(view, inEach([...places, 'tags'], { kind: 'update' }), async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) === 404 ? toJsonResponse(200, { updated: 0 }) : outcome;
    }),
};

/** What is not there is made. */
const unknownCreated: Fault = {
  id: 'records.update.put.unknown-created',
  clause: 'event.update',
  neighbours: ['category.update', 'address.id'],
  statement: 'A PUT of an event or a category that does not exist creates one, under another id.',
  create: (_, view) =>
    interceptOperations(
      view,
      inEach(['events', 'categories'], { kind: 'update', method: 'PUT' }),
      async (call, next) => {
        const outcome = await next(call.request);
        return statusOf(outcome) === 404 ? next(asCreate(call)) : outcome;
      },
    ),
};

/** Updates that reach another operation, or no record. */
export const misroutedUpdates: readonly Fault[] = [postCreates, putBySlugCreates, unknownGranted, unknownCreated];
