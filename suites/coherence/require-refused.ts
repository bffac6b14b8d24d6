import { Inconclusive } from '../../harness/errors.js';
import type { Exchange } from '../../harness/exchange.js';

/** Sees to it that a write was refused: what is taken all the same is another matter. @throws CannotTell when it was. */
export function requireRefused({ outcome }: Exchange): void {
  if (outcome.kind === 'response' && outcome.response.status < 300) throw new Inconclusive('the write was accepted');
}
