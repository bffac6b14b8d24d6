import {
  type AlternativeOf,
  type Choices,
  isAlternativeOf,
  literalChoice,
  type ReadingId,
  readingOf,
  readings,
} from '../contract/readings.js';
import type { TargetProfile } from './profile.js';

/** The choices of a target: what was learned, the literal alternative for the rest. */
export function toChoices(learned: ReadonlyMap<ReadingId, string>): Choices {
  const entries = readings.map(({ id }) => [id, learned.get(id) ?? literalChoice(id)]);
  return Object.fromEntries(entries) as Choices;
}

/**
 * The alternatives of a reading of lists that a target may be held to: the one that it follows; the literal one when it
 * was asked and follows none; every one when it could not be asked.
 */
export function alternativesFor<Id extends ReadingId>(
  { choices, evidence }: Pick<TargetProfile, 'choices' | 'evidence'>,
  id: Id,
): readonly AlternativeOf<Id>[] {
  const chosen: string = choices[id];
  if (evidence.has(id) && isAlternativeOf(id, chosen)) return [chosen];
  const found: AlternativeOf<Id>[] = [];
  for (const { id: alternative } of readingOf(id).alternatives) {
    if (isAlternativeOf(id, alternative)) found.push(alternative);
  }
  return found;
}
