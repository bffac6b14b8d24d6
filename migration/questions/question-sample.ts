import type { Collection } from '../../contract/resources.js';
import type { RecordLine } from '../capture/collapse.js';
import type { SnapshotRecord } from '../snapshot/canonical-record.js';
import type { Sample } from './questions.js';

/** How many records of each collection questions are made of. */
const MOST = 6;

/** Keeps the records with the lowest numbers drawn by their names, of all that are shown to it. */
interface Draw {
  see(line: RecordLine): void;
  sample(): Sample;
}

/** Opens a draw. */
export function createDraw(): Draw {
  const kept = new Map<Collection, RecordLine[]>();
  return {
    see(line) {
      const lowest = kept.get(line.collection) ?? [];
      kept.set(line.collection, lowest);
      const last = lowest.at(-1);
      if (lowest.length === MOST && last && last.draw <= line.draw) return;
      if (!line.text.includes('"lists":["default"')) return;
      lowest.push(line);
      lowest.sort((one, other) => (one.draw < other.draw ? -1 : 1));
      lowest.splice(MOST);
    },
    sample: () =>
      Object.fromEntries(
        [...kept].map(([collection, lines]) => [
          collection,
          lines.map(({ text }) => JSON.parse(text) as SnapshotRecord),
        ]),
      ),
  };
}
