import { isJsonArray, isJsonObject, type JsonValue } from '../json.js';

/** The value that a JSON Pointer (RFC 6901) leads to; undefined where it leads nowhere. */
export const valueAtPointer = (root: JsonValue, pointer: string): JsonValue | undefined =>
  pointer.split('/').slice(1).map(toName).reduce<JsonValue | undefined>(step, root);

/** `~1` stands for a slash, `~0` for a tilde; in this order, so that `~01` is `~1`. */
const toName = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

function step(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (isJsonArray(value)) return /^(0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
