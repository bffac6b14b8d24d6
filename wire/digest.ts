import { createHash } from 'node:crypto';

/** 128 bits are enough to distinguish what nobody forges. */
const LENGTH = 32;

/** Lines that become one digest. */
export interface Digest {
  add(line: string): void;
  /** SHA-256 as hex, cut off; nothing can be added afterwards. */
  end(): string;
}

/** Begins a digest of lines. */
export function createDigest(): Digest {
  const hash = createHash('sha256');
  return {
    add: (line) => void hash.update(`${line}\n`),
    end: () => hash.digest('hex').slice(0, LENGTH),
  };
}
