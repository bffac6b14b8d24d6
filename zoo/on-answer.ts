import type { Interceptor, Outcome } from '../harness/exchange.js';
import type { Asked } from './asked.js';
import { type Choice, on } from './on.js';
import type { WireLens } from './wire-lens.js';

/** Rewrites the answers to the chosen operations; their requests pass as they are. */
export const onAnswer = (
  lens: WireLens,
  choice: Choice,
  edit: (outcome: Outcome, asked: Asked) => Outcome,
): Interceptor => on(lens, choice, async (asked, next) => edit(await next(asked.request), asked));
