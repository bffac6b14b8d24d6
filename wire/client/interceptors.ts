import type { Interceptor, Send } from '../exchange.js';

/** Puts interceptors before a send; the first is the outermost. */
export const compose = (interceptors: readonly Interceptor[], send: Send): Send =>
  interceptors.reduceRight<Send>((next, intercept) => (request) => intercept(request, next), send);

/** What stands between a client and its transport, the outermost first, and why each stands where it does. */
export const interceptorOrder = [
  {
    name: 'limit',
    reason: 'A request that waits for its turn has not begun: an outage or a spent budget can still stop it.',
  },
  {
    name: 'gate',
    reason: 'A request that an outage stops spends no budget and leaves no intent in the journal.',
  },
  {
    name: 'bound',
    reason: 'A request that would do too much, or elsewhere, spends no budget and leaves no intent.',
  },
  {
    name: 'admit',
    reason: 'Pace and budget decide last, after every wait for a turn; what they refuse leaves no intent either.',
  },
  {
    name: 'note',
    reason:
      'The journal knows of a write before its first attempt, and once for all, those with a renewed credential included.',
  },
  {
    name: 'authenticate',
    reason: 'All attempts carry the same credential, and one that cannot be had is no sign of an outage.',
  },
  {
    name: 'watch',
    reason: 'Only the outcome of the last attempt is a sign of an outage: a target that asks to wait is there.',
  },
  {
    name: 'follow',
    reason: 'Each hop of a redirect may be refused for now, and is then repeated by itself.',
  },
  {
    name: 'retry',
    reason: 'Each attempt is sent anew: timed alone, and through the same faults and variants.',
  },
  {
    name: 'trace',
    reason: 'Each attempt is a span of its own in the traces of the target.',
  },
  {
    name: 'measure',
    reason: 'The time of an exchange is that of its last attempt, without the waits before it.',
  },
  {
    name: 'substitute',
    reason: 'Faults and variants stand for the target: what they send and wait is part of its answer.',
  },
] as const;

type InterceptorName = (typeof interceptorOrder)[number]['name'];

/** The interceptors of one request, by name, in that order. */
export const inOrder = (named: Readonly<Record<InterceptorName, Interceptor>>): readonly Interceptor[] =>
  interceptorOrder.map(({ name }) => named[name]);
