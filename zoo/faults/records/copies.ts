import type { Collection } from '../../../contract/field.js';
import { resourceOf } from '../../../contract/resources.js';
import type { Interceptor } from '../../../harness/exchange.js';
import type { JsonObject, JsonValue } from '../../../harness/json.js';
import type { Fault } from '../../fault.js';
import { inEach, inTurn, onAny } from '../../on.js';
import type { WireLens } from '../../wire-lens.js';
import { onLinked } from './embedded.js';

/** Copies of a field of each record, made when that is created. */
interface Copies {
  readonly keep: Interceptor;
  /** The record with the copy in place of the field. */
  readonly show: (collection: Collection, record: JsonObject) => JsonObject;
}

function copiesOf(lens: WireLens, fieldOf: (collection: Collection) => string): Copies {
  const copies = new Map<string, JsonValue>();
  const keyOf = (collection: Collection, record: JsonObject): string => `${collection}/${lens.id(collection, record)}`;
  return {
    keep: onAny(lens, [{ kind: 'create' }], async ({ request, collection }, next) => {
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

/** Lists are read from an index that is written once. */
const listedAsCreated: Fault = {
  id: 'records.list.description-as-created',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.kept-write', 'http.freshness'],
  statement: 'A list of organizers or categories shows the description that each of them was created with.',
  create: (_, lens) => {
    const { keep, show } = copiesOf(lens, () => 'description');
    const list = onAny(lens, inEach(['organizers', 'categories'], { kind: 'list' }), async (asked, next) => {
      const { request, collection } = asked;
      return lens.editItems(collection, await next(request), (items) => items.map((one) => show(collection, one)));
    });
    return inTurn(list, keep);
  },
};

/** Copies that nobody brings up to date. */
export const outdatedCopies: readonly Fault[] = [namedAsLinked, listedAsCreated];
