import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createDigest } from '../../wire/digest.js';
import { createRangeCutter, type RangedLine, type RecordRange } from '../../migration/snapshot/record-ranges.js';
import { LEVEL } from './gzip-lines.js';

const packed = promisify(gzip);

/** Adds a line to a file: how it decides where a range ends, and how it is written. */
type WriteRanged = (line: RangedLine, text: string) => Promise<void>;

interface Held {
  readonly first: RangedLine;
  readonly texts: string[];
  readonly digest: ReturnType<typeof createDigest>;
}

/**
 * Writes lines to a new file, each range as a gzip member of its own (RFC 1952 section 2.2), so that it can be read
 * alone or left out.
 */
export async function writeRanges<Result>(path: string, fill: (write: WriteRanged) => Promise<Result>) {
  const file = await open(path, 'w');
  const isCut = createRangeCutter();
  const ranges: RecordRange[] = [];
  let held: Held | undefined;
  const end = async (): Promise<void> => {
    if (!held) return;
    const member = await packed(`${held.texts.join('\n')}\n`, { level: LEVEL });
    await file.writeFile(member);
    ranges.push(toRange(held, member.length));
    held = undefined;
  };
  try {
    const result = await fill(async (line, text) => {
      if (isCut(line)) await end();
      held ??= { first: line, texts: [], digest: createDigest() };
      held.texts.push(text);
      held.digest.add(line.text);
    });
    await end();
    return { result, ranges };
  } finally {
    await file.close();
  }
}

const toRange = ({ first: { collection, as }, texts, digest }: Held, octets: number): RecordRange => ({
  collection,
  ...(as !== undefined && { as }),
  records: texts.length,
  digest: digest.end(),
  octets,
});
