import type { Collection } from '../../contract/resources.js';
import { headerValue } from '../../wire/exchange.js';
import { type JsonPath, type JsonValue, valueAt } from '../../wire/json.js';
import { isGranted } from '../../wire/status.js';
import { toPointer } from '../notation/json-paths.js';
import type { Fact, IdFact } from '../profile/fact.js';
import type { CollectionShape, NumberLocation } from '../profile/target-profile.js';
import type { ReadExchange } from '../reading/read-exchange.js';
import { excerptOf, exchangesOf, type FactSources, type Seen, toFact } from './fact-sources.js';

/** Where a target shows the records of a collection: alone, in lists, their ids and how many there are. */
export function shapeFactsOf(sources: FactSources, collection: Collection): readonly Fact[] {
  const shape = sources.profile.shapes[collection];
  if (!shape) return [];
  const lists = exchangesOf(sources, collection, 'list').filter(isGranted);
  const items = exchangesOf(sources, collection, 'read', 'create', 'update').filter(
    ({ records }) => records.length > 0,
  );
  return [
    ...toFact(`${collection}.record`, shape.record && toPointer(shape.record), seenAtPath(items, shape.record)),
    ...toFact(`${collection}.list`, shape.items && toPointer(shape.items), seenAtPath(lists, shape.items)),
    ...idOf(sources, collection, shape),
    ...toFact(`${collection}.total`, locationOf(shape.total, lists), seenAtLocation(lists, shape.total)),
    ...toFact(
      `${collection}.total-pages`,
      locationOf(shape.totalPages, lists),
      seenAtLocation(lists, shape.totalPages),
    ),
  ];
}

const seenAtPath = (told: readonly ReadExchange[], path: JsonPath | undefined): readonly Seen[] =>
  told.flatMap((one): Seen[] => {
    const value = path && valueAt(one.body, path);
    return value === undefined ? [] : [[one, excerptOf(value)]];
  });

function idOf(sources: FactSources, collection: Collection, { id: path }: CollectionShape): readonly Fact[] {
  const seen = exchangesOf(sources, collection).flatMap((one) =>
    one.records.slice(0, 1).map((record) => [one, valueAt(record, path)] as const),
  );
  const shown = seen.filter(([, id]) => id !== undefined);
  const value = shown[0] && ({ at: toPointer(path), type: typeOfId(shown[0][1]) } satisfies IdFact);
  return toFact(
    `${collection}.id`,
    value,
    shown.map(([told, id]): Seen => [told, excerptOf(id)]),
  );
}

const typeOfId = (id: JsonValue | undefined): IdFact['type'] => (typeof id === 'number' ? 'integer' : 'string');

/** A place of a number in words; `absent` where lists were seen and none tells it. */
function locationOf(place: NumberLocation | undefined, lists: readonly ReadExchange[]): string | undefined {
  if (place) return place.in === 'header' ? `header:${place.name}` : `body:${toPointer(place.path)}`;
  return lists.length === 0 ? undefined : 'absent';
}

const seenAtLocation = (lists: readonly ReadExchange[], place: NumberLocation | undefined): readonly Seen[] =>
  lists.map((one): Seen => {
    if (!place) return [one, 'no number of them'];
    return [
      one,
      place.in === 'body' ? excerptOf(valueAt(one.body, place.path)) : `${place.name}: ${headerOf(one, place.name)}`,
    ];
  });

function headerOf({ exchange: { outcome } }: ReadExchange, name: string): string {
  return outcome.kind === 'response' ? (headerValue(outcome.response.headers, name) ?? 'absent') : 'absent';
}
