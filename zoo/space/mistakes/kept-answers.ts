import type { Interceptor, Outcome, Send } from '../../../wire/exchange.js';
import { inTurn } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';

/** Marks what is kept as out of date with every write. */
export const noticing =
  (kept: ReadonlyMap<string, unknown>, late: Set<string>): Interceptor =>
  (request, next) => {
    if (!['GET', 'HEAD'].includes(request.method)) for (const target of kept.keys()) late.add(target);
    return next(request);
  };

type Answer = (call: OperationCall, next: Send) => Promise<Outcome>;

/** Keeps answers: after a write, the one before it is given once more. */
export function keeping(answering: (answer: Answer) => Interceptor): Interceptor {
  const kept = new Map<string, Outcome>();
  const late = new Set<string>();
  const keep = answering(async ({ request }, next) => {
    const former = late.delete(request.target) ? kept.get(request.target) : undefined;
    const outcome = former ?? (await next(request));
    kept.set(request.target, outcome);
    return outcome;
  });
  return inTurn(keep, noticing(kept, late));
}
