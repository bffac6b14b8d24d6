import type { AlternativeOf, ReadingId } from '../../contract/readings.js';
import { alternativesFor } from '../../target/alternatives.js';
import type { Pool } from './pool.js';

/** Whether a list must hold a record, must not, or may: the third where the interface or what is known leave it open. */
export type Judgement = 'in' | 'out' | 'open';

export const decide = (holds: boolean): Judgement => (holds ? 'in' : 'out');

export const negate = (judgement: Judgement): Judgement =>
  judgement === 'open' ? 'open' : decide(judgement === 'out');

/** All conditions together (Kleene's strong conjunction). */
export function every(judgements: readonly Judgement[]): Judgement {
  if (judgements.includes('out')) return 'out';
  return judgements.includes('open') ? 'open' : 'in';
}

/** At least one condition (Kleene's strong disjunction). */
export const some = (judgements: readonly Judgement[]): Judgement => negate(every(judgements.map(negate)));

/** What all agree on; open where they do not. */
export const agreed = ([first = 'open', ...others]: readonly Judgement[]): Judgement =>
  others.every((other) => other === first) ? first : 'open';

/** A judgement that rests on a reading: what every alternative agrees on that the target may be held to. */
export const under = <Id extends ReadingId>(
  { profile }: Pick<Pool, 'profile'>,
  id: Id,
  judge: (alternative: AlternativeOf<Id>) => Judgement,
): Judgement => agreed(alternativesFor(profile, id).map(judge));
