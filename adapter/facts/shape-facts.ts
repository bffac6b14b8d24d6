import type { Collection } from '../../contract/resources.js';
import { headerValue } from '../../wire/exchange.js';
import { type JsonPath, type JsonValue, valueAt } from '../../wire/json.js';
import { isGranted } from '../../wire/status.js';
import { toPointer } from '../notation/json-paths.js';
import type { Fact, IdFact } from '../profile/fact.js';
import type { CollectionShape, NumberLocation } from '../profile/target-profile.js';
import type { ReadExchange } from '../reading/read-exchange.js';
import { excerptOf, exchangesOf, type FactSources, type Seen, toFact } from './fact-sources.js';

/** Where responses contain the records of a collection, lists of them, their ids and totals. */
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

const seenAtPath = (exchanges: readonly ReadExchange[], path: JsonPath | undefined): readonly Seen[] =>
  exchanges.flatMap((one): Seen[] => {
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
    shown.map(([read, id]): Seen => [read, excerptOf(id)]),
  );
}

const typeOfId = (id: JsonValue | undefined): IdFact['type'] => (typeof id === 'number' ? 'integer' : 'string');

/** The location of a number; `absent` if lists were seen and none contains it. */
function locationOf(location: NumberLocation | undefined, lists: readonly ReadExchange[]): string | undefined {
  if (location) return location.in === 'header' ? `header:${location.name}` : `body:${toPointer(location.path)}`;
  return lists.length === 0 ? undefined : 'absent';
}

const seenAtLocation = (lists: readonly ReadExchange[], location: NumberLocation | undefined): readonly Seen[] =>
  lists.map((one): Seen => {
    if (!location) return [one, 'no such number'];
    return [
      one,
      location.in === 'body'
        ? excerptOf(valueAt(one.body, location.path))
        : `${location.name}: ${headerOf(one, location.name)}`,
    ];
  });

function headerOf({ exchange: { outcome } }: ReadExchange, name: string): string {
  return outcome.kind === 'response' ? (headerValue(outcome.response.headers, name) ?? 'absent') : 'absent';
}
