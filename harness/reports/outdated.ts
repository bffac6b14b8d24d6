import type { EntryState, EntryUse } from '../baseline/entry.js';
import { plural } from './layout.js';

/** The states of an entry that fail a run, whatever the level of its requirement. */
const OUTDATED: readonly EntryState[] = ['stale', 'expired'];

/** What of a baseline fails a run, in a sentence; undefined when it still holds. */
export function toOutdatedSentence(uses: readonly EntryUse[]): string | undefined {
  const counts = OUTDATED.map((state) => [uses.filter((use) => use.state === state).length, state] as const);
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, state]) => plural(count, `${state} entry`, `${state} entries`));
  return parts.length === 0 ? undefined : `The baseline no longer holds: ${parts.join(' and ')}.`;
}
