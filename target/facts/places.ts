import type { Collection } from '../../contract/field.js';
import { headerValue } from '../../harness/exchange.js';
import { type JsonPath, type JsonValue, valueAt } from '../../harness/json.js';
import type { CollectionShape, NumberPlace } from '../profile.js';
import type { Fact, IdFact } from './fact.js';
import { type Seen, toFact } from './observe.js';
import { toPointer } from './pointer.js';
import { excerptOf, type FactSources, isGranted, toldOf } from './sources.js';
import type { Told } from './told.js';

/** Where a target shows the records of a collection: alone, in lists, their ids and how many there are. */
export function placesOf(sources: FactSources, collection: Collection): readonly Fact[] {
  const shape = sources.profile.shapes[collection];
  if (!shape) return [];
  const lists = toldOf(sources, collection, 'list').filter(isGranted);
  const items = toldOf(sources, collection, 'read', 'create', 'update').filter(({ records }) => records.length > 0);
  return [
    ...toFact(`${collection}.record`, shape.record && toPointer(shape.record), atPath(items, shape.record)),
    ...toFact(`${collection}.list`, shape.items && toPointer(shape.items), atPath(lists, shape.items)),
    ...idOf(sources, collection, shape),
    ...toFact(`${collection}.total`, placeOf(shape.total, lists), atPlace(lists, shape.total)),
    ...toFact(`${collection}.total-pages`, placeOf(shape.totalPages, lists), atPlace(lists, shape.totalPages)),
  ];
}

const atPath = (told: readonly Told[], path: JsonPath | undefined): readonly Seen[] =>
  told.flatMap((one): Seen[] => {
    const value = path && valueAt(one.body, path);
    return value === undefined ? [] : [[one, excerptOf(value)]];
  });

function idOf(sources: FactSources, collection: Collection, { id: path }: CollectionShape): readonly Fact[] {
  const seen = toldOf(sources, collection).flatMap((one) =>
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
function placeOf(place: NumberPlace | undefined, lists: readonly Told[]): string | undefined {
  if (place) return place.in === 'header' ? `header:${place.name}` : `body:${toPointer(place.path)}`;
  return lists.length === 0 ? undefined : 'absent';
}

const atPlace = (lists: readonly Told[], place: NumberPlace | undefined): readonly Seen[] =>
  lists.map((one): Seen => {
    if (!place) return [one, 'no number of them'];
    return [
      one,
      place.in === 'body' ? excerptOf(valueAt(one.body, place.path)) : `${place.name}: ${headerOf(one, place.name)}`,
    ];
  });

function headerOf({ exchange: { outcome } }: Told, name: string): string {
  return outcome.kind === 'response' ? (headerValue(outcome.response.headers, name) ?? 'absent') : 'absent';
}
