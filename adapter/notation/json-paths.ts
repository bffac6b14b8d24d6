import { isJsonObject, isTuple, type JsonPath, type JsonValue } from '../../wire/json.js';

const DEPTH = 4;

/** A value inside a document, and its path. */
export interface LocatedValue {
  readonly path: JsonPath;
  readonly value: JsonValue;
}

/** Yields every value inside a document, the outermost first. Of arrays, it enters tuples alone. */
export function* walk(root: JsonValue, depth = DEPTH): Generator<LocatedValue> {
  const queue: LocatedValue[] = [{ path: [], value: root }];
  for (let next = queue.shift(); next; next = queue.shift()) {
    yield next;
    if (!(isJsonObject(next.value) || isTuple(next.value)) || next.path.length >= depth) continue;
    for (const [name, value] of Object.entries(next.value)) queue.push({ path: [...next.path, name], value });
  }
}

/** A path as a JSON Pointer (RFC 6901). */
export const toPointer = (path: JsonPath): string =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** A JSON Pointer as a path. */
export const toPath = (pointer: string): JsonPath =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
