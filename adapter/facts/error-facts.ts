import { headerValue } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../wire/json.js';
import { isClientError, REFUSED_RIGHTS } from '../../wire/status.js';
import { type LocatedValue, toPointer, walk } from '../notation/json-paths.js';
import type { Fact, FactId } from '../profile/fact.js';
import type { ReadExchange } from '../reading/read-exchange.js';
import { excerptOf, type FactSources, type Seen, toFact } from './fact-sources.js';

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
  const invalid = refusals.filter(({ about, status }) => about?.deed === 'list' && !REFUSED_RIGHTS.includes(status));
  return toFact(
    'errors.invalid',
    invalid[0]?.status,
    invalid.map((one): Seen => [one, `${one.status}`]),
  );
}

function mediaType({ exchange: { outcome } }: ReadExchange): string {
  const type = outcome.kind === 'response' ? headerValue(outcome.response.headers, 'content-type') : undefined;
  return type?.split(';')[0]?.trim().toLowerCase() ?? 'absent';
}

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
