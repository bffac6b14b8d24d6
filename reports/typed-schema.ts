declare const VALUE: unique symbol;

/** A JSON Schema, and the type of the values that fit it, which only the compiler sees. */
export interface Schema<Value = unknown> {
  readonly [keyword: string]: unknown;
  readonly [VALUE]?: Value;
}

/** The type of the values that fit a schema. */
export type TypeOf<Of extends Schema> = Of extends Schema<infer Value> ? Value : never;

type Members = Readonly<Record<string, Schema>>;

/** One flat type instead of an intersection, so that editors and errors show its members. */
type Flat<Value> = { [Name in keyof Value]: Value[Name] };

type ObjectOf<Of extends Members> = { readonly [Name in keyof Of]: TypeOf<Of[Name]> };

export const text: Schema<string> = { type: 'string' };
export const time: Schema<string> = { type: 'string', format: 'date-time' };
export const day: Schema<string> = { type: 'string', format: 'date' };
export const integer: Schema<number> = { type: 'integer' };
export const count: Schema<number> = { type: 'integer', minimum: 0 };
export const flag: Schema<boolean> = { type: 'boolean' };

/** One value and no other. */
export const only = <const Value extends string | boolean>(value: Value): Schema<Value> => ({ const: value });

/** One of these values. */
export const oneOf = <const Value extends string | number>(...values: readonly Value[]): Schema<Value> => ({
  enum: values,
});

export const list = <Item>(items: Schema<Item>): Schema<readonly Item[]> => ({ type: 'array', items });

/** An object with any names, and values of one kind. */
export const map = <Value>(values: Schema<Value>): Schema<Readonly<Record<string, Value>>> => ({
  type: 'object',
  additionalProperties: values,
});

/** An object with these members; a later writer may add others. */
export function object<Required extends Members>(required: Required): Schema<ObjectOf<Required>>;
export function object<Required extends Members, Optional extends Members>(
  required: Required,
  optional: Optional,
): Schema<Flat<ObjectOf<Required> & Partial<ObjectOf<Optional>>>>;
export function object(required: Members, optional: Members = {}): Schema {
  return { type: 'object', properties: { ...required, ...optional }, required: Object.keys(required) };
}

/** A value that fits exactly one of these schemas. */
export const either = <const Options extends readonly Schema[]>(
  ...options: Options
): Schema<TypeOf<Options[number]>> => ({ oneOf: options });

/** A schema of the package, for readers in any language. */
export interface PublishedSchema {
  readonly $schema: string;
  readonly title: string;
  readonly [keyword: string]: unknown;
}
