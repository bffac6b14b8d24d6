import { isRef, type ListQuery, MARK, type Payload, type QueryValue, type Ref, type WireValue } from './wire-value.js';

/** A JSON value, ready to be sent. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** What turns symbols into what is sent. */
interface BodyBinding {
  readonly id: (ref: Ref) => number | string;
  /** Takes the place of every MARK. */
  readonly mark: string;
}

/** How a query writes lists: `a=1,2`, `a[]=1&a[]=2` or `a=1&a=2`. The interface speaks of a CSV list. */
export type ListStyle = 'csv' | 'brackets' | 'repeated';

/**
 * How a query writes flags: `true` and `false`, `1` and `0`, or those alone where the interface writes a default so. It
 * shows no more of it (gap.query.booleans).
 */
export type FlagStyle = 'words' | 'digits' | 'digits-as-stated';

/** The flags of which the interface writes the default as a digit. */
const statedAsDigits: readonly string[] = ['hide_empty'];

const isDigit = (name: string, style: FlagStyle): boolean =>
  style === 'digits' || (style === 'digits-as-stated' && statedAsDigits.includes(name));

/** As for bodies, but a query need not hold the marker. */
interface QueryBinding {
  readonly id: (ref: Ref) => number | string;
  readonly mark?: string;
  readonly list?: ListStyle;
  readonly flags?: FlagStyle;
}

function toJson(value: WireValue, binding: BodyBinding): Json {
  if (typeof value === 'string') return value.replaceAll(MARK, binding.mark);
  if (value === null || typeof value !== 'object') return value;
  if (isRef(value)) return binding.id(value);
  if (isList(value)) return value.map((item) => toJson(item, binding));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toJson(inner, binding)]));
}

// Array.isArray does not narrow a readonly array.
const isList = (value: WireValue | QueryValue): value is readonly (WireValue & QueryValue)[] => Array.isArray(value);

/** The body as it is sent: ids in place of references, the run's marker in place of MARK, at any depth. */
export const toBody = (payload: Payload, binding: BodyBinding): Readonly<Record<string, Json>> =>
  Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, toJson(value, binding)]));

/** The query as it is sent: its names and values in order, not yet percent-encoded. */
export function toQueryPairs(query: ListQuery, binding: QueryBinding): [string, string][] {
  const { id, mark = MARK, list = 'csv', flags = 'words' } = binding;
  const text = (value: string | number | boolean | Ref): string =>
    String(isRef(value) ? id(value) : value).replaceAll(MARK, mark);
  return Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'boolean' && isDigit(name, flags)) return [[name, text(Number(value))]];
    if (!isList(value)) return [[name, text(value)]];
    if (list === 'csv') return [[name, value.map(text).join(',')]];
    return value.map((item) => [list === 'brackets' ? `${name}[]` : name, text(item)]);
  });
}
