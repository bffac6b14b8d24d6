import type { Interceptor, Outcome, Send } from '../../../wire/exchange.js';
import { alsoForHead, interceptOperations } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import type { Making } from './mistake.js';

/** Answers for an operation, where the condition holds, by other means. */
export const answering = (
  { site, view, when }: Making,
  answer: (call: OperationCall, next: Send) => Promise<Outcome>,
): Interceptor => {
  const intercept = interceptOperations(view, site.choices, async (call, next) =>
    (await when.call(call, next)) ? answer(call, next) : next(call.request),
  );
  return ['list', 'read'].includes(site.does) ? alsoForHead(intercept) : intercept;
};
