import type { ClauseId } from '../clauses/clauses.js';

/** One meaning that a sentence admits. `supported`: the words themselves bear it, so following it deserves no remark. */
interface Alternative {
  readonly id: string;
  readonly text: string;
  readonly supported: boolean;
}

/**
 * A sentence of the interface that can be understood in more than one way. The first alternative is the literal one,
 * and the reference server follows it. `exhaustive`: a target that fits none of them is wrong; else the verdict is inconclusive.
 */
export interface Reading {
  readonly id: string;
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly question: string;
  readonly exhaustive: boolean;
  readonly alternatives: readonly [Alternative, Alternative, ...Alternative[]];
}
