import { type Answer, areContrary, both, either } from './answer.js';
import { together } from './draft.js';
import type { Part } from './part.js';
import { phrase } from './phrase.js';
import { type Situation, type Tell, weights } from './situation.js';

/** A parameter may be ignored only beside a certain other, or where nothing is left. */
function tellIgnoring({ name }: Part, others: readonly string[], { truth, count }: Situation, tell: Tell): void {
  const ignored = phrase(name, 'ignored beside');
  for (const other of others)
    tell(phrase(ignored, other), other === 'include' ? weights.lifted : weights.beside / count);
  if (truth.must === 0n) tell(phrase(name, 'ignored where nothing is left'), weights.empty);
}

const hasSeveral = ({ must }: Answer): boolean => (must & (must - 1n)) !== 0n;

/** Tells mistakes with one parameter of a query. */
export function tellOfPart(part: Part, others: readonly Part[], situation: Situation, tell: Tell): void {
  const { truth, shown, framing } = situation;
  const rest = together(others, shown);
  const ways = part.mistaken.length;
  if (hasSeveral(truth)) tell(phrase(part.called, 'one of several'), weights.several);
  for (const { mistake, inWay, inForm, isIgnoring, likely, answer } of part.mistaken) {
    if (!areContrary(truth, both(rest, answer))) continue;
    const weight = isIgnoring ? weights.ignored : (likely * weights.mistaken) / ways;
    tell(mistake, weight);
    tell(inWay, weight / 2);
    tell(inForm, weight / 9);
    if (isIgnoring) tellIgnoring(part, [...framing, ...others.map(({ name }) => name)], situation, tell);
  }
  if (areContrary(truth, either(truth, part.answer))) tell(phrase(part.called, 'whatever else'), weights.whole);
}
