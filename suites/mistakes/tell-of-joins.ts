import { areContrary, both, either } from './answer.js';
import { together } from './draft.js';
import type { Part } from './part.js';
import { phrase } from './phrase.js';
import { type Situation, type OnMistake, weights } from './situation.js';

const areAlike = (one: Part, other: Part): boolean => one.kind === other.kind && !one.isDate;

/** Tells that two parameters are joined by OR: most likely two of one kind. */
export function detectInPairs(parts: readonly Part[], { truth, shown, count }: Situation, tell: OnMistake): void {
  for (const [index, one] of parts.entries()) {
    for (const other of parts.slice(index + 1)) {
      const rest = together(
        parts.filter((part) => part !== one && part !== other),
        shown,
      );
      if (areContrary(truth, both(rest, either(one.selected, other.selected))))
        tell(
          one.name < other.name ? phrase(one.name, other.name) : phrase(other.name, one.name),
          areAlike(one, other) ? weights.alike : weights.beside / count,
        );
    }
  }
}

/** Tells that what a query was built up of is forgotten when one of its parameters is read. */
export function detectInOrder(parts: readonly Part[], { truth, shown }: Situation, tell: OnMistake): void {
  for (const [index, { name }] of parts.entries())
    if (index > 0 && areContrary(truth, together(parts.slice(index), shown)))
      tell(phrase(name, 'begins anew'), weights.order);
}
