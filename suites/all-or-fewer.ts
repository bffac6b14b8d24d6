import fc, { type Arbitrary } from 'fast-check';

/** So seldom that it is a matter of shrinking alone. */
const NEVER = 1_000_000_000;

/** A value of each; when shrunk, of fewer. */
export const allOrFewer = <Value>(values: readonly Arbitrary<Value>[], least = 1): Arbitrary<readonly Value[]> =>
  fc
    .tuple(...values.map((value) => fc.option(value, { freq: NEVER, nil: undefined })))
    .map((drawn) => drawn.flatMap((value) => (value === undefined ? [] : [value])))
    .filter(({ length }) => length >= least);
