import type { Operation } from '../../../contract/operations.js';
import { type Collection, eventRelations, resourceOf } from '../../../contract/resources.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../wire/json.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { bodyOf } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';

type Rewrite = (collection: Collection, record: JsonObject) => JsonObject;

/** Rewrites what an event shows of the records that are linked to it. */
const withEmbedded = (view: WireView, event: JsonObject, rewrite: Rewrite): JsonObject =>
  Object.entries(eventRelations).reduce((shown, [relation, collection]) => {
    const value = view.field('events', event, relation);
    if (!isJsonArray(value)) return shown;
    const linked = value.map((one) => (isJsonObject(one) ? rewrite(collection, one) : one));
    return view.withField('events', shown, relation, linked);
  }, event);

/** Rewrites what every event, read alone, shows of the records that are linked to it. */
const onLinked = (view: WireView, rewrite: Rewrite): Interceptor =>
  interceptOperations(view, [{ kind: 'read', collection: 'events' }], async ({ request }, next) =>
    view.editRecord('events', await next(request), (event) => withEmbedded(view, event, rewrite)),
  );

/** There is only so much room beside an event. */
const descriptionsCut: Fault = {
  id: 'events.read.linked-descriptions-cut',
  clause: 'coherence.relations',
  neighbours: ['coherence.shown-everywhere'],
  statement: 'An event shows only eight characters of the descriptions of its related records.',
  create: (_, view) =>
    onLinked(view, (collection, record) =>
      view.withField(collection, record, 'description', view.text(collection, record, 'description').slice(0, 8)),
    ),
};

/** A query returns the rows by their ids, and they are put beside the ids as these were sent. */
const namesByRank: Fault = {
  id: 'events.read.names-beside-other-ids',
  clause: 'coherence.relations',
  neighbours: ['coherence.shown-everywhere', 'event.field.venue', 'event.field.organizer'],
  statement:
    'An event shows the names of its related records in the order of their ids, whatever the order of the ids.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'read', collection: 'events' }], async ({ request }, next) =>
      view.editRecord('events', await next(request), (event) =>
        Object.entries(eventRelations).reduce((shown, [relation, collection]) => {
          const value = view.field('events', event, relation);
          const linked = isJsonArray(value) ? value.filter(isJsonObject) : [];
          const idOf = (one: JsonObject): number => Number(view.id(collection, one));
          const ranked = linked.toSorted((one, other) => idOf(one) - idOf(other));
          const mixed = linked.map((one, at) =>
            view.withId(collection, ranked[at] ?? one, view.field(collection, one, 'id') ?? null),
          );
          return linked.length === 0 ? shown : view.withField('events', shown, relation, mixed);
        }, event),
      ),
    ),
};

/** What an event shows of the records that are linked to it, and is not so. */
export const embedded: readonly Fault[] = [descriptionsCut, namesByRank];

/** Copies of a field of each record, made when that is created. */
interface Copies {
  readonly keep: Interceptor;
  /** The record with the copy in place of the field. */
  readonly show: (collection: Collection, record: JsonObject) => JsonObject;
}

function copiesOf(view: WireView, fieldOf: (collection: Collection) => string): Copies {
  const copies = new Map<string, JsonValue>();
  const keyOf = (collection: Collection, record: JsonObject): string => `${collection}/${view.id(collection, record)}`;
  return {
    keep: interceptOperations(view, [{ kind: 'create' }], async ({ request, collection }, next) => {
      const outcome = await next(request);
      const record = view.record(collection, outcome);
      if (record) copies.set(keyOf(collection, record), view.field(collection, record, fieldOf(collection)) ?? null);
      return outcome;
    }),
    show(collection, record) {
      const copy = copies.get(keyOf(collection, record));
      return copy === undefined ? record : view.withField(collection, record, fieldOf(collection), copy);
    },
  };
}

/** The name is copied into the event when it is linked. */
const namedAsLinked: Fault = {
  id: 'events.read.linked-by-former-name',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.relations'],
  statement: 'An event shows its related records by the names they were created with.',
  create: (_, view) => {
    const { keep, show } = copiesOf(view, (collection) => resourceOf(collection).label);
    return inTurn(onLinked(view, show), keep);
  },
};

/** Copies of a name that only some updates bring up to date. */
const namedUntil = (
  view: WireView,
  collections: readonly Collection[],
  isFollowed: (operation: Operation) => boolean,
): Interceptor => {
  const names = new Map<string, JsonValue>();
  const keyOf = (collection: Collection, record: JsonObject): string => `${collection}/${view.id(collection, record)}`;
  const writing = interceptOperations(
    view,
    [...inEach(collections, { kind: 'create' }), ...inEach(collections, { kind: 'update' })],
    async (call, next) => {
      const { request, collection, operation } = call;
      const outcome = await next(request);
      const record = view.record(collection, outcome);
      const isCopied = operation.kind === 'create' || isFollowed(operation);
      if (record && isCopied)
        names.set(keyOf(collection, record), view.text(collection, record, resourceOf(collection).label));
      return outcome;
    },
  );
  const show = (collection: Collection, record: JsonObject): JsonObject => {
    const name = names.get(keyOf(collection, record));
    return name === undefined ? record : view.withField(collection, record, resourceOf(collection).label, name);
  };
  return inTurn(onLinked(view, show), writing);
};

/** The hook that copies the name hangs on the route by id. */
const renamedBySlug: Fault = {
  id: 'events.read.linked-renamed-by-slug',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.relations', 'coherence.siblings'],
  statement: 'An event shows the old name of a venue or organizer that was renamed by its slug.',
  create: (_, view) => namedUntil(view, ['venues', 'organizers'], ({ addressing }) => addressing === 'id'),
};

/** The hook hangs on PATCH alone. */
const renamedByPut: Fault = {
  id: 'events.read.linked-renamed-by-put',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.relations', 'coherence.siblings'],
  statement: 'An event shows the old name of a related record that was renamed by PUT or POST.',
  create: (_, view) =>
    namedUntil(view, ['venues', 'organizers', 'categories', 'tags'], ({ method }) => method === 'PATCH'),
};

/** Lists are read from an index that is written once. */
const listedAsCreated: Fault = {
  id: 'records.list.description-as-created',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.kept-write', 'http.freshness'],
  statement: 'A list of organizers or categories shows the description that each of them was created with.',
  create: (_, view) => {
    const { keep, show } = copiesOf(view, () => 'description');
    const list = interceptOperations(
      view,
      inEach(['organizers', 'categories'], { kind: 'list' }),
      async (call, next) => {
        const { request, collection } = call;
        return view.editItems(collection, await next(request), (items) => items.map((one) => show(collection, one)));
      },
    );
    return inTurn(list, keep);
  },
};

/** Copies that nobody brings up to date. */
export const outdatedCopies: readonly Fault[] = [namedAsLinked, renamedBySlug, renamedByPut, listedAsCreated];

const PLACES = ['venues', 'organizers'] as const;

/** What events hold of a place is written anew when its name is. */
export const renewedByName: Fault = {
  id: 'events.read.linked-renewed-by-name',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.relations', 'coherence.siblings'],
  statement: 'An event shows the phone that a venue or organizer had when it was last renamed.',
  create(_, view) {
    const phones = new Map<string, JsonValue>();
    const writing = interceptOperations(
      view,
      [...inEach(PLACES, { kind: 'create' }), ...inEach(PLACES, { kind: 'update' })],
      async ({ request, collection }, next) => {
        const outcome = await next(request);
        const record = view.record(collection, outcome);
        const isNamed = bodyOf(request)?.[resourceOf(collection).label] !== undefined;
        if (record && isNamed)
          phones.set(`${collection}/${view.id(collection, record)}`, view.field(collection, record, 'phone') ?? '');
        return outcome;
      },
    );
    const linked = onLinked(view, (collection, record) => {
      const phone = phones.get(`${collection}/${view.id(collection, record)}`);
      return phone === undefined ? record : view.withField(collection, record, 'phone', phone);
    });
    return inTurn(linked, writing);
  },
};
