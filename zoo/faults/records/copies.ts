import type { Collection } from '../../../contract/field.js';
import type { Operation } from '../../../contract/operation.js';
import { resourceOf } from '../../../contract/resources.js';
import type { Interceptor } from '../../../harness/exchange.js';
import type { JsonObject, JsonValue } from '../../../harness/json.js';
import type { Fault } from '../../fault.js';
import { inEach, inTurn, interceptOperations } from '../../on.js';
import type { WireView } from '../../wire-lens.js';
import { onLinked } from './embedded.js';

/** Copies of a field of each record, made when that is created. */
interface Copies {
  readonly keep: Interceptor;
  /** The record with the copy in place of the field. */
  readonly show: (collection: Collection, record: JsonObject) => JsonObject;
}

function copiesOf(lens: WireView, fieldOf: (collection: Collection) => string): Copies {
  const copies = new Map<string, JsonValue>();
  const keyOf = (collection: Collection, record: JsonObject): string => `${collection}/${lens.id(collection, record)}`;
  return {
    keep: interceptOperations(lens, [{ kind: 'create' }], async ({ request, collection }, next) => {
      const outcome = await next(request);
      const record = lens.record(collection, outcome);
      if (record) copies.set(keyOf(collection, record), lens.field(collection, record, fieldOf(collection)) ?? null);
      return outcome;
    }),
    show(collection, record) {
      const copy = copies.get(keyOf(collection, record));
      return copy === undefined ? record : lens.withField(collection, record, fieldOf(collection), copy);
    },
  };
}

/** The name is copied into the event when it is linked. */
const namedAsLinked: Fault = {
  id: 'events.read.linked-by-former-name',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.relations'],
  statement: 'An event shows what is linked to it by the name that it had when it was created.',
  create: (_, lens) => {
    const { keep, show } = copiesOf(lens, (collection) => resourceOf(collection).label);
    return inTurn(onLinked(lens, show), keep);
  },
};

/** Copies of a name that only some updates bring up to date. */
const namedUntil = (
  lens: WireView,
  collections: readonly Collection[],
  isFollowed: (operation: Operation) => boolean,
): Interceptor => {
  const names = new Map<string, JsonValue>();
  const keyOf = (collection: Collection, record: JsonObject): string => `${collection}/${lens.id(collection, record)}`;
  const writing = interceptOperations(
    lens,
    [...inEach(collections, { kind: 'create' }), ...inEach(collections, { kind: 'update' })],
    async (asked, next) => {
      const { request, collection, operation } = asked;
      const outcome = await next(request);
      const record = lens.record(collection, outcome);
      const isCopied = operation.kind === 'create' || isFollowed(operation);
      if (record && isCopied)
        names.set(keyOf(collection, record), lens.text(collection, record, resourceOf(collection).label));
      return outcome;
    },
  );
  const show = (collection: Collection, record: JsonObject): JsonObject => {
    const name = names.get(keyOf(collection, record));
    return name === undefined ? record : lens.withField(collection, record, resourceOf(collection).label, name);
  };
  return inTurn(onLinked(lens, show), writing);
};

/** The hook that copies the name hangs on the route by id. */
const renamedBySlug: Fault = {
  id: 'events.read.linked-renamed-by-slug',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.relations', 'coherence.siblings'],
  statement: 'An event shows a venue or organizer that was renamed by its slug by the name before.',
  create: (_, lens) => namedUntil(lens, ['venues', 'organizers'], ({ addressing }) => addressing === 'id'),
};

/** The hook hangs on PATCH alone. */
const renamedByPut: Fault = {
  id: 'events.read.linked-renamed-by-put',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.relations', 'coherence.siblings'],
  statement: 'An event shows a venue, an organizer or a term that was renamed by PUT or POST by the name before.',
  create: (_, lens) =>
    namedUntil(lens, ['venues', 'organizers', 'categories', 'tags'], ({ method }) => method === 'PATCH'),
};

/** Lists are read from an index that is written once. */
const listedAsCreated: Fault = {
  id: 'records.list.description-as-created',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.kept-write', 'http.freshness'],
  statement: 'A list of organizers or categories shows the description that each of them was created with.',
  create: (_, lens) => {
    const { keep, show } = copiesOf(lens, () => 'description');
    const list = interceptOperations(
      lens,
      inEach(['organizers', 'categories'], { kind: 'list' }),
      async (asked, next) => {
        const { request, collection } = asked;
        return lens.editItems(collection, await next(request), (items) => items.map((one) => show(collection, one)));
      },
    );
    return inTurn(list, keep);
  },
};

/** Copies that nobody brings up to date. */
export const outdatedCopies: readonly Fault[] = [namedAsLinked, renamedBySlug, renamedByPut, listedAsCreated];
