import { areContrary } from './answer.js';
import { type Draft, holding, shownBy, together } from './draft.js';
import { ofAbsent, ofFrames } from './of-frames.js';
import { phrase } from './phrase.js';
import { type OnMistake, weights } from './situation.js';
import type { Stock } from './stock.js';
import { detectInOrder, detectInPairs } from './tell-of-joins.js';
import { detectInPart } from './tell-of-part.js';

/** Tells the mistakes that a query tells: made, they would give another answer than the true one for some record. */
export function detectMistakes(draft: Draft, stock: Stock, tell: OnMistake): void {
  const { oracle } = stock;
  const parts = holding(draft, oracle);
  const shown = shownBy(draft, oracle);
  const truth = together(parts, shown);
  const situation = { shown, truth, count: stock.values.size, framing: Object.keys(draft.frame) };
  for (const part of parts)
    detectInPart(
      part,
      parts.filter((other) => other !== part),
      situation,
      tell,
    );
  detectInPairs(parts, situation, tell);
  detectInOrder(parts, situation, tell);
  for (const { mistake, selected } of ofFrames(draft, stock)) {
    if (!areContrary(truth, selected)) continue;
    tell(mistake, weights.framed);
    for (const { name } of parts) tell(phrase(mistake, name), weights.beside / situation.count);
  }
  for (const { mistake, selected } of ofAbsent(draft, truth, stock))
    if (areContrary(truth, selected)) tell(mistake, weights.absent);
}
