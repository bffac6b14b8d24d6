import type { Collection } from '../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonPath, type JsonValue, valueAt } from '../../wire/json.js';
import { isClientError, isGranted, REFUSED_RIGHTS } from '../../wire/status.js';
import { type LocatedValue, toPointer, walk } from '../notation/json-paths.js';
import type { Fact, FactId, IdFact } from '../profile/fact.js';
import type { CollectionShape, NumberLocation } from '../profile/target-profile.js';
import { headerOf, type ReadExchange } from '../reading/read-exchange.js';
import { excerptOf, exchangesOf, type FactSources, type Seen, toFact } from './fact-sources.js';

/** How the parts of an error are recognized: by their names and the types of their values. */
const parts = {
  'errors.code': { names: /^(code|error_?code|error|type)$/i, fits: (value: JsonValue) => typeof value === 'string' },
  'errors.message': {
    names: /^(message|detail|title|description|error_?description|error)$/i,
    fits: (value: JsonValue) => typeof value === 'string',
  },
  'errors.params': {
    names: /^(params|errors|fields|violations|invalid-params|invalid_?params)$/i,
    fits: (value: JsonValue) => isJsonObject(value) || isJsonArray(value),
  },
} as const;

/** The format of errors: their media type, and where code, message and parameter names are. */
export function errorsOf({ exchanges }: FactSources): readonly Fact[] {
  const refusals = exchanges.filter((one) => isClientError(one) && one.exchange.request.method !== 'HEAD');
  if (refusals.length === 0) return [];
  const names = Object.keys(parts) as readonly (keyof typeof parts)[];
  return [...typeOf(refusals), ...statusOf(refusals), ...names.flatMap((name) => partOf(name, refusals))];
}

function typeOf(refusals: readonly ReadExchange[]): readonly Fact[] {
  const typed = refusals.map((one) => [one, mediaType(one)] as const);
  const [first] = typed;
  return toFact(
    'errors.type',
    first?.[1],
    typed.map(([one, type]): Seen => [one, `${one.status} ${type}`]),
  );
}

/** The status for an invalid value, such as a page size that is too large or a lone coordinate. */
function statusOf(refusals: readonly ReadExchange[]): readonly Fact[] {
  const invalid = refusals.filter(
    ({ about, status }) => about?.operation === 'list' && !REFUSED_RIGHTS.includes(status),
  );
  return toFact(
    'errors.invalid',
    invalid[0]?.status,
    invalid.map((one): Seen => [one, `${one.status}`]),
  );
}

const mediaType = ({ exchange }: ReadExchange): string =>
  headerOf(exchange, 'content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'absent';

function partOf(id: keyof typeof parts & FactId, refusals: readonly ReadExchange[]): readonly Fact[] {
  const found = refusals.flatMap((one): readonly (readonly [ReadExchange, LocatedValue])[] => {
    const part = locationIn(id, one.body);
    return part ? [[one, part]] : [];
  });
  const [first] = found;
  // Not every refusal is about a parameter, so a missing list of parameters proves nothing.
  const none = id === 'errors.params' ? undefined : 'absent';
  const seen = first
    ? found.map(([one, { value }]): Seen => [one, excerptOf(value)])
    : refusals.map((one): Seen => [one, `${one.status}, none`]);
  return toFact(id, first ? `body:${toPointer(first[1].path)}` : none, seen);
}

function locationIn(id: keyof typeof parts, body: JsonValue | undefined): LocatedValue | undefined {
  const { names, fits } = parts[id];
  return body === undefined
    ? undefined
    : [...walk(body)].find(({ path, value }) => names.test(path.at(-1) ?? '') && fits(value));
}

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
  lists.map((one): Seen => [one, location ? shownAt(one, location) : 'no such number']);

const shownAt = ({ body, exchange }: ReadExchange, location: NumberLocation): string =>
  location.in === 'body'
    ? excerptOf(valueAt(body, location.path))
    : `${location.name}: ${headerOf(exchange, location.name) ?? 'absent'}`;
