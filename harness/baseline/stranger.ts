import type { Baseline } from './schema.js';
import type { BaselineEntry, ReadingCondition } from './entry.js';

/** The ids that a baseline may name; the kernel knows none of its own. */
export interface Vocabulary {
  readonly requirements: readonly string[];
  /** The alternatives of each reading. */
  readonly readings: Readonly<Record<string, readonly string[]>>;
  /** The known word that is most like one that is not known. */
  readonly nearest: (word: string, known: readonly string[]) => string | undefined;
}

/** The first id in a baseline that nothing has, in words; undefined when there is none. */
export const strangerIn = ({ entries }: Baseline, vocabulary: Vocabulary): string | undefined =>
  entries.map((entry) => strangerOf(entry, vocabulary)).find((stranger) => stranger !== undefined);

function strangerOf({ requirement, reading }: BaselineEntry, vocabulary: Vocabulary): string | undefined {
  const { requirements, nearest } = vocabulary;
  if (requirements.includes(requirement)) return reading && strangerOfReading(reading, vocabulary);
  return `there is no requirement ${requirement}, did you mean ${nearest(requirement, requirements)}`;
}

function strangerOfReading({ id, alternative }: ReadingCondition, vocabulary: Vocabulary): string | undefined {
  const { readings, nearest } = vocabulary;
  const alternatives = Object.hasOwn(readings, id) ? readings[id] : undefined;
  if (!alternatives) return `there is no reading ${id}, did you mean ${nearest(id, Object.keys(readings))}`;
  if (alternatives.includes(alternative)) return undefined;
  return `${alternative} is no alternative of ${id}, did you mean ${nearest(alternative, alternatives)}`;
}
