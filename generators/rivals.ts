import type { Payload } from './wire.js';

/** Fields that state the same thing: sent together they could contradict each other. */
const rivals = [
  ['date', 'date_utc'],
  ['stateprovince', 'state'],
  ['stateprovince', 'province'],
] as const;

/** Whether a field is a rival of one of the others. */
export const isRivalOf = (name: string, others: readonly string[]): boolean =>
  rivals.some(([one, other]) => (name === one && others.includes(other)) || (name === other && others.includes(one)));

const without = (body: Payload, name: string): Payload =>
  Object.fromEntries(Object.entries(body).filter(([field]) => field !== name));

/** Where rivals meet in a body, keeps the first or the second of each pair. */
export const settled = (body: Payload, keepFirst: boolean): Payload =>
  rivals.reduce<Payload>((kept, [first, second]) => {
    if (!(first in kept && second in kept)) return kept;
    return without(kept, keepFirst ? second : first);
  }, body);
