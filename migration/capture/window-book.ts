import { createDigest, type Digest } from '../../wire/digest.js';
import type { SnapshotWindow } from '../snapshot/snapshot-header.js';
import type { RecordLine } from './collapse.js';

/** The windows that records were read in. */
export interface WindowBook {
  /** Notes a record; gives the indexes of its windows. */
  note(line: Pick<RecordLine, 'text' | 'slices'>): readonly number[];
  /** All windows by their indexes; nothing can be noted afterwards. */
  end(): readonly SnapshotWindow[];
}

interface Growing {
  readonly index: number;
  readonly digest: Digest;
  records: number;
}

/** Opens an empty book. Windows get their indexes as they come, so that the same records give the same. */
export function createWindowBook(): WindowBook {
  const all = new Map<string, Growing>();
  const at = (name: string): Growing => {
    const known = all.get(name) ?? { index: all.size, digest: createDigest(), records: 0 };
    all.set(name, known);
    return known;
  };
  return {
    note: ({ text, slices }) =>
      slices.map((name) => {
        const window = at(name);
        window.digest.add(text);
        window.records += 1;
        return window.index;
      }),
    end: () => [...all].map(([name, { records, digest }]) => ({ name, records, digest: digest.end() })),
  };
}
