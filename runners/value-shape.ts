/** What the value of an option looks like in a configuration file, as JSON Schema; and whether it may be a list. */
export interface ValueShape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly repeats?: true;
}

const shapes = new WeakMap<object, ValueShape>();

/** A reader of option values, and the shape of what it reads. */
export function shaped<Reader extends object>(shape: ValueShape, read: Reader): Reader {
  shapes.set(read, shape);
  return read;
}

/** The shape of what a reader reads; a text where it says nothing. */
export const shapeOf = (read: object | undefined): ValueShape => (read && shapes.get(read)) ?? { type: 'string' };
