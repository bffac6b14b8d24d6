import type { Outcome, Interceptor, Send, WireRequest } from '../../../wire/exchange.js';
import type { JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { alsoForHead, interceptOperations } from '../../intercept/intercept-operation.js';
import { relinked } from '../../intercept/list-response.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { valuesOf } from '../../intercept/request-edit.js';
import type { Making } from './mistake.js';
import type { FaultSite } from '../sites/fault-site.js';

/** The name of a parameter at the target: that of the language may be another one. */
export const nameAt = ({ site, view }: Making): string =>
  site.name === 'ml_language' ? view.languageParameter : site.name;

/** The values of a parameter in a request, as its conditions see them. */
export const valueIn = (making: Making, { query }: OperationCall): JsonValue | undefined => {
  const values = valuesOf(query, nameAt(making));
  return values.length > 1 ? values : values[0];
};

/** Answers, where the parameter is sent, by other means. */
export const answeringWith = (
  making: Making,
  answer: (call: OperationCall, next: Send) => Promise<Outcome>,
): Interceptor =>
  alsoForHead(
    interceptOperations(making.view, making.site.choices, async (call, next) => {
      const value = valueIn(making, call);
      const isHit = value !== undefined && making.when.value(value) && (await making.when.call(call, next));
      return isHit ? answer(call, next) : next(call.request);
    }),
  );

/** Sends another parameter; what is then refused is sent as it was. */
export const misreading = (making: Making, read: (call: OperationCall, name: string) => WireRequest): Interceptor =>
  answeringWith(making, async (call, next) => {
    const outcome = await next(read(call, nameAt(making)));
    return isGranted(outcome) ? relinked(outcome, call) : next(call.request);
  });

/** Whether a site is a parameter. */
export const isParameter = ({ kind }: FaultSite): boolean => kind === 'parameter';
