import fc, { type Arbitrary } from 'fast-check';

/** Ids that hardly any calendar has come to; they fit into 32 bits. */
export const unknownId: Arbitrary<string> = fc.integer({ min: 2_000_000_000, max: 2_147_483_646 }).map(String);

/** Where columns, numbers in floating point and long integers end. */
const WIDTHS = [53n, 64n, 31n] as const;

/**
 * An unknown id, and one that is too large for some type of number: cut to its bits, it is the first. So whoever writes
 * to it all the same writes to that one.
 */
export const unknownIds = (turn: number): Arbitrary<readonly [unknown: string, overflowing: string]> =>
  unknownId.map((id) => [id, String(BigInt(id) + 2n ** (WIDTHS[turn % WIDTHS.length] ?? 64n))]);

/** An id that is another one, cut to 32 bits as most languages cut; a plain one where ids are no numbers. */
export const wrapped = (id: string): string => (/^\d+$/.test(id) ? String(BigInt(id) + 2n ** 32n) : '2147483645');
