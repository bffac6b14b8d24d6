import type { Interceptor, Outcome } from '../harness/exchange.js';
import type { OperationCall } from './asked.js';
import { type Choice, interceptOperation } from './on.js';
import type { WireView } from './wire-lens.js';

/** Rewrites the answers to the chosen operations; their requests pass as they are. */
export const interceptResponse = (
  lens: WireView,
  choice: Choice,
  edit: (outcome: Outcome, asked: OperationCall) => Outcome,
): Interceptor => interceptOperation(lens, choice, async (asked, next) => edit(await next(asked.request), asked));
