import type { JsonPath } from '../../harness/json.js';

/** A path as a JSON Pointer (RFC 6901). */
export const toPointer = (path: JsonPath): string =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** A JSON Pointer as a path. */
export const toPath = (pointer: string): JsonPath =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
