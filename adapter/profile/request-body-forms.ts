import { type Collection, resourceOf, textFlags } from '../../contract/resources.js';
import type { WireValue } from '../../generators/wire-value.js';
import { NotTaken } from '../../kernel/deviation.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../wire/json.js';

type Id = number | string;
type Write<Value> = (value: Value) => JsonValue;

/** The forms in which bodies may contain several ids, the stated one first. */
const several = {
  array: (ids) => ids,
  csv: (ids) => ids.join(','),
  texts: (ids) => ids.map(String),
  objects: (ids) => ids.map((id) => ({ id })),
} as const satisfies Readonly<Record<string, Write<readonly Id[]>>>;

/** The forms of a single id, the stated one first: a target that takes one of these takes no second id. */
const lone = {
  'lone-array': (id) => [id],
  lone: (id) => id,
  'lone-text': String,
  'lone-object': (id) => ({ id }),
} as const satisfies Readonly<Record<string, Write<Id>>>;

/** The forms of a flag: of declared booleans, and of flags that are declared as strings. */
const flags = {
  boolean: (flag) => flag,
  number: (flag) => Number(flag),
  digit: (flag) => String(Number(flag)),
  word: (flag) => String(flag),
} as const satisfies Readonly<Record<string, Write<boolean>>>;

const namesOf = <Table extends object>(table: Table): readonly (keyof Table)[] => Object.keys(table) as (keyof Table)[];

export const severalForms = namesOf(several);
export const loneForms = namesOf(lone);
export type SeveralForm = keyof typeof several;
export type LoneForm = keyof typeof lone;
export type FlagForm = keyof typeof flags;

/** The kinds of values with more than one form; the values of other fields have one. */
export type BodyKind = 'relations' | 'flags' | 'text-flags';

/** The forms of flags that fit a kind, the stated one first. A declared string may have words of its own for a flag. */
export const flagForms: Readonly<Record<Exclude<BodyKind, 'relations'>, readonly FlagForm[]>> = {
  flags: namesOf(flags),
  'text-flags': ['word', 'digit'],
};

/** What is taken of a field otherwise than as stated: a form, other values than those first sent, or nothing at all. */
export type TakenForm = SeveralForm | LoneForm | FlagForm | 'other-values' | 'nothing';

/** A body field, as `events.venue`. */
export type FieldId = `${Collection}.${string}`;
export const fieldId = (collection: Collection, name: string): FieldId => `${collection}.${name}`;

/** The fields that a target takes otherwise than as stated. */
export type BodyForms = Readonly<Partial<Record<FieldId, TakenForm>>>;

/** A field of a record, and the value that it was sent with. */
export interface SentField {
  readonly collection: Collection;
  readonly name: string;
  readonly value: WireValue;
}

/** Every field is taken as stated. */
export const statedForms: BodyForms = {};

const oneForm: readonly TakenForm[] = ['other-values', 'nothing'];

/** All that may be taken of a field, the stated form first. */
export function formsOf(collection: Collection, name: string): readonly TakenForm[] {
  const kind = kindOfField(collection, name);
  if (kind === 'relations') return [...severalForms, ...loneForms, 'nothing'];
  return kind ? [...flagForms[kind], 'nothing'] : oneForm;
}

/** The form that the interface states; undefined for a field with one form. */
export function statedForm(collection: Collection, name: string): TakenForm | undefined {
  return kindOfField(collection, name) && formsOf(collection, name)[0];
}

/** The kind of a field. */
export function kindOfField(collection: Collection, name: string): BodyKind | undefined {
  const type = resourceOf(collection).fields[name]?.type;
  if (type === 'integers') return 'relations';
  if (type === 'boolean') return 'flags';
  return textFlags[collection]?.includes(name) ? 'text-flags' : undefined;
}

const isId = (value: JsonValue): value is Id => typeof value === 'number' || typeof value === 'string';

const isStatedAs: Readonly<Record<BodyKind, (value: JsonValue) => boolean>> = {
  relations: (value) => isJsonArray(value) && value.every(isId),
  flags: (value) => typeof value === 'boolean',
  'text-flags': (value) => value === 'true' || value === 'false',
};

/** The kind of a field's value, if it is in its stated form; other values are not rewritten. */
export function kindOf(collection: Collection, [name, value]: readonly [string, JsonValue]): BodyKind | undefined {
  const kind = kindOfField(collection, name);
  return kind && isStatedAs[kind](value) ? kind : undefined;
}

/** The number of values that a target takes in a field. */
export function mostTaken(forms: BodyForms, collection: Collection, name: string): number {
  const form = forms[fieldId(collection, name)];
  if (form === 'nothing') return 0;
  return isLone(form) ? 1 : Number.POSITIVE_INFINITY;
}

const isLone = (form: TakenForm | undefined): form is LoneForm => loneForms.some((one) => one === form);
const isSeveral = (form: TakenForm | undefined): form is SeveralForm => severalForms.some((one) => one === form);
const isFlagForm = (form: TakenForm | undefined): form is FlagForm => form !== undefined && form in flags;

/** The requirement that fails for a relation that is not taken as stated. */
export const AS_ARRAYS = 'events.create.relations-as-arrays';
/** The same for flags. */
export const AS_BOOLEANS = 'events.create.flags-as-booleans';

const tooFewTaken = (name: string): string => `no event can be created with two values of ${name} (${AS_ARRAYS})`;

/** The requirement that fails because a target takes nothing in a field. */
function judgeOf(collection: Collection, name: string): string {
  const kind = kindOfField(collection, name);
  if (kind === 'relations') return AS_ARRAYS;
  return kind === 'flags' ? AS_BOOLEANS : `${collection}.fields.${name.replaceAll('_', '-')}`;
}

/** The reason why no record of the world has a field that the target takes nothing in; undefined for other fields. */
export function notTaken(forms: BodyForms, collection: Collection, name: string): NotTaken | undefined {
  if (forms[fieldId(collection, name)] !== 'nothing') return undefined;
  const judge = judgeOf(collection, name);
  return new NotTaken(`no record of ${collection} can be created with ${name} (${judge})`, judge);
}

/**
 * Rewrites the relations and flags of a body into the forms that a target takes.
 * @throws NotTaken for more values than a field takes: none of them is dropped silently
 */
export const inForms = (collection: Collection, body: JsonObject, forms: BodyForms): JsonObject =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const form = forms[fieldId(collection, name)];
      const isWritten = form !== undefined && kindOf(collection, [name, value]) !== undefined;
      return [name, isWritten ? written(name, value, form) : value];
    }),
  );

function written(name: string, value: JsonValue, form: TakenForm): JsonValue {
  if (isFlagForm(form)) return flags[form](value === true || value === 'true');
  if (!isJsonArray(value)) return value;
  const ids = value.filter(isId);
  if (isSeveral(form)) return several[form](ids);
  const [id, second] = ids;
  if (!isLone(form) || id === undefined) return value;
  if (second !== undefined) throw new NotTaken(tooFewTaken(name), AS_ARRAYS);
  return lone[form](id);
}
