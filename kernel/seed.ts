import { createHash } from 'node:crypto';

/**
 * A 31-bit hash of a number and an id: what a requirement draws in a turn depends neither on the order nor on the number
 * of requirements judged beside it.
 */
export function seedOf(seed: number, id: string): number {
  const digest = createHash('sha256').update(`${seed}\n${id}`).digest();
  return digest.readUInt32BE(0) >>> 1;
}
