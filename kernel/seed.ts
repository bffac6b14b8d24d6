import { createHash } from 'node:crypto';

/**
 * A requirement's own seed: a 31-bit hash of the run's seed and its id, so that a verdict depends neither on the order
 * nor on the number of requirements judged beside it.
 */
export function seedOf(seed: number, id: string): number {
  const digest = createHash('sha256').update(`${seed}\n${id}`).digest();
  return digest.readUInt32BE(0) >>> 1;
}
