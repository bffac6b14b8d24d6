import { type SelectionBits, areContrary, both, either } from './answer.js';
import { together } from './draft.js';
import type { Part } from './part.js';
import { phrase } from './phrase.js';
import { type Situation, type OnMistake, weights } from './situation.js';

/** A parameter may be ignored only beside a certain other, or where nothing is left. */
function detectIgnoring({ name }: Part, others: readonly string[], { truth, count }: Situation, tell: OnMistake): void {
  const ignored = phrase(name, 'ignored beside');
  for (const other of others)
    tell(phrase(ignored, other), other === 'include' ? weights.lifted : weights.beside / count);
  if (truth.must === 0n) tell(phrase(name, 'ignored where nothing is left'), weights.empty);
}

const hasSeveral = ({ must }: SelectionBits): boolean => (must & (must - 1n)) !== 0n;

/** Tells mistakes with one parameter of a query. */
export function detectInPart(part: Part, others: readonly Part[], situation: Situation, tell: OnMistake): void {
  const { truth, shown, framing } = situation;
  const rest = together(others, shown);
  const ways = part.mistaken.length;
  if (hasSeveral(truth)) tell(phrase(part.called, 'one of several'), weights.several);
  for (const { mistake, inWay, inForm, isIgnoring, likely, selected } of part.mistaken) {
    if (!areContrary(truth, both(rest, selected))) continue;
    const weight = isIgnoring ? weights.ignored : (likely * weights.mistaken) / ways;
    tell(mistake, weight);
    tell(inWay, weight / 2);
    tell(inForm, weight / 9);
    if (isIgnoring) detectIgnoring(part, [...framing, ...others.map(({ name }) => name)], situation, tell);
  }
  if (areContrary(truth, either(truth, part.selected))) tell(phrase(part.called, 'whatever else'), weights.whole);
}
