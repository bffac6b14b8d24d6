import { isDeepStrictEqual } from 'node:util';
import { type Interceptor, isSafe, type Outcome, type WireRequest } from '../../wire/exchange.js';
import type { JsonValue } from '../../wire/json.js';
import { isGranted } from '../../wire/status.js';
import { jsonOf } from '../../wire/message-body.js';
import { editJson, mapTexts } from '../../zoo/intercept/response-edit.js';

/** The content of a response. Octets may differ where JSON was parsed and serialized again. */
const meaningOf = (outcome: Outcome): unknown =>
  outcome.kind === 'response' ? [outcome.response.status, jsonOf(outcome)] : outcome;

/** Whether two outcomes mean the same to a client. */
export const alike = (one: Outcome, other: Outcome): boolean =>
  one === other || isDeepStrictEqual(meaningOf(one), meaningOf(other));

/** The same, whatever the order of parameters in links. */
const alikeButForLinks = (one: Outcome, other: Outcome): boolean =>
  alike(one, other) || isDeepStrictEqual(meaningOf(editJson(one, withSorted)), meaningOf(editJson(other, withSorted)));

const withSorted = (body: JsonValue): JsonValue =>
  mapTexts(body, (text, name) => {
    const [address = '', query] = text.split('?', 2);
    return name.endsWith('url') && query !== undefined ? `${address}?${query.split('&').toSorted().join('&')}` : text;
  });

/** An interceptor, and whether it has changed anything so far. */
interface EffectWatch {
  readonly intercept: Interceptor;
  hasEffect(): boolean;
}

/**
 * Watches whether an interceptor changes what a client reads or what is written. A read that was passed on otherwise is
 * sent as it was, too, to compare the answers.
 */
export function watchEffect(intercept: Interceptor): EffectWatch {
  let hasEffect = false;
  return {
    hasEffect: () => hasEffect,
    async intercept(request, next) {
      if (hasEffect || request.method === 'HEAD') return intercept(request, next);
      const plain: Outcome[] = [];
      let writes = 0;
      const answer = await intercept(request, async (sent) => {
        const outcome = await next(sent);
        if (isSame(sent, request)) plain.push(outcome);
        if (!isSafe(sent.method) && isGranted(outcome)) writes += 1;
        return outcome;
      });
      if (plain.length === 0 && isSafe(request.method)) plain.push(await next(request));
      hasEffect ||= writes > 1 || !plain.some((outcome) => alikeButForLinks(outcome, answer));
      return answer;
    },
  };
}

const isSame = (one: WireRequest, other: WireRequest): boolean => one === other || isDeepStrictEqual(one, other);
