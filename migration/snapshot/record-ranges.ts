import type { Collection } from '../../contract/resources.js';

/** Records that stand together in a snapshot: the same records in another one have the same digest. */
export interface RecordRange {
  readonly collection: Collection;
  /** The identity that sees them, where it is not the first one. */
  readonly as?: string;
  readonly records: number;
  /** Of their lines, without the windows that they were read in. */
  readonly digest: string;
  /** The length of its gzip member in the file. */
  readonly octets: number;
}

/** A line of a snapshot, as far as it decides where ranges end. */
export interface RangedLine {
  readonly collection: Collection;
  readonly as?: string;
  readonly id: string;
  /** A number of base 36 drawn by the name of the record. */
  readonly draw: string;
  readonly text: string;
}

/** The most records of a range; those of one ID are never parted. */
const MOST = 4_096;

/** The most characters, about: a range is held in memory. */
const LONGEST = 4_000_000;

/**
 * One in so many records begins a range by its name, so that a record that came or went changes one range and not all
 * that follow.
 */
const ONE_IN = 2_048;

/** Decides for each line in turn whether it begins another range than the line before. */
export function createRangeCutter(): (line: RangedLine) => boolean {
  let last: RangedLine | undefined;
  let [count, length] = [0, 0];
  return (line) => {
    const isCut = last !== undefined && isBorder(last, line, count >= MOST || length >= LONGEST);
    [count, length] = isCut ? [1, line.text.length] : [count + 1, length + line.text.length];
    last = line;
    return isCut;
  };
}

function isBorder(last: RangedLine, line: RangedLine, isFull: boolean): boolean {
  if (last.collection !== line.collection || last.as !== line.as) return true;
  if (last.id === line.id) return false;
  return isFull || Number.parseInt(line.draw, 36) % ONE_IN === 0;
}
