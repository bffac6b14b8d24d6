import { areContrary } from './answer.js';
import { type Draft, holding, shownBy, together } from './draft.js';
import { ofAbsent, ofFrames } from './of-frames.js';
import { phrase } from './phrase.js';
import { type Tell, weights } from './situation.js';
import type { Stock } from './stock.js';
import { tellOfOrder, tellOfPairs } from './tell-of-joins.js';
import { tellOfPart } from './tell-of-part.js';

/** Tells the mistakes that a query tells: made, they would give another answer than the true one for some record. */
export function tellMistakes(draft: Draft, stock: Stock, tell: Tell): void {
  const { oracle } = stock;
  const parts = holding(draft, oracle);
  const shown = shownBy(draft, oracle);
  const truth = together(parts, shown);
  const situation = { shown, truth, count: stock.values.size, framing: Object.keys(draft.frame) };
  for (const part of parts)
    tellOfPart(
      part,
      parts.filter((other) => other !== part),
      situation,
      tell,
    );
  tellOfPairs(parts, situation, tell);
  tellOfOrder(parts, situation, tell);
  for (const { mistake, answer } of ofFrames(draft, stock)) {
    if (!areContrary(truth, answer)) continue;
    tell(mistake, weights.framed);
    for (const { name } of parts) tell(phrase(mistake, name), weights.beside / situation.count);
  }
  for (const { mistake, answer } of ofAbsent(draft, truth, stock))
    if (areContrary(truth, answer)) tell(mistake, weights.absent);
}
