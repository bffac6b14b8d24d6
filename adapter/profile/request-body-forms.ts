import { type Collection, type FieldType, resourceOf } from '../../contract/resources.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../wire/json.js';

type Id = number | string;
type Write<Value> = (value: Value) => JsonValue;

/** The forms of relations and flags in bodies, the stated ones first: arrays of ids, and booleans. */
const writers = {
  relations: {
    array: (ids) => ids,
    csv: (ids) => ids.join(','),
    texts: (ids) => ids.map(String),
    single: (ids) => (ids.length === 1 ? (ids[0] ?? ids) : ids),
  },
  flags: {
    boolean: (flag) => flag,
    number: (flag) => Number(flag),
    digit: (flag) => String(Number(flag)),
    word: (flag) => String(flag),
  },
} as const satisfies {
  readonly relations: Readonly<Record<string, Write<readonly Id[]>>>;
  readonly flags: Readonly<Record<string, Write<boolean>>>;
};

/** The kinds of values with more than one form. */
export type BodyKind = keyof typeof writers;

/** The form of each kind. */
export type BodyForms = { readonly [Kind in BodyKind]: keyof (typeof writers)[Kind] };

/** The forms that the interface states. */
export const statedForms: BodyForms = { relations: 'array', flags: 'boolean' };

/** All forms of a kind, the stated one first. */
export const formsOf = <Kind extends BodyKind>(kind: Kind): readonly BodyForms[Kind][] =>
  Object.keys(writers[kind]) as BodyForms[Kind][];

const kinds: Readonly<Partial<Record<FieldType, BodyKind>>> = { integers: 'relations', boolean: 'flags' };

/** The kind of values of a declared type. */
export const kindOfType = (type: FieldType | undefined): BodyKind | undefined => kinds[type ?? 'untyped'];

/** The kind of a field's value, if it is in its stated form; other values are not rewritten. */
export function kindOf(collection: Collection, [name, value]: readonly [string, JsonValue]): BodyKind | undefined {
  const kind = kindOfType(resourceOf(collection).fields[name]?.type);
  const isStated = kind === 'flags' ? typeof value === 'boolean' : isJsonArray(value) && value.every(isId);
  return isStated ? kind : undefined;
}

const isId = (value: JsonValue): value is Id => typeof value === 'number' || typeof value === 'string';

/** Rewrites the relations and flags of a body into the forms that a target takes. */
export const inForms = (collection: Collection, body: JsonObject, { relations, flags }: BodyForms): JsonObject =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]): [string, JsonValue] => {
      const kind = kindOf(collection, [name, value]);
      if (kind === 'relations' && isJsonArray(value)) return [name, writers.relations[relations](value.filter(isId))];
      return [name, kind === 'flags' ? writers.flags[flags](value === true) : value];
    }),
  );
