import type { Fact, FactId, FactValues, Observation } from './fact.js';
import type { ReadExchange } from './told.js';

/** Two exchanges are enough to show a fact. */
const ENOUGH = 2;

/** Something that an exchange shows. */
export type Seen = readonly [told: ReadExchange, shows: string];

/**
 * A fact with the exchanges that show it: two of different kinds (a create and a list, say) rather than two alike. No
 * fact where the value is undefined.
 */
export function toFact<Id extends FactId>(
  id: Id,
  value: FactValues[Id] | undefined,
  seen: readonly Seen[],
): readonly Fact[] {
  return value === undefined ? [] : [{ id, value, observations: pick(seen) }];
}

function pick(seen: readonly Seen[]): readonly Observation[] {
  const kinds = new Map<string, Seen>();
  for (const one of seen) {
    const kind = kindOf(one[0]);
    if (!kinds.has(kind)) kinds.set(kind, one);
  }
  const firsts = [...kinds.values()];
  const rest = seen.filter((one) => !firsts.includes(one));
  return [...firsts, ...rest].slice(0, ENOUGH).map(([{ exchange }, shows]) => ({ exchange, shows }));
}

const kindOf = ({ about, exchange }: ReadExchange): string =>
  `${about?.collection} ${about?.deed} ${exchange.request.method}`;
