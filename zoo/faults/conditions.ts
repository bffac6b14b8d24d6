import { headerValue } from '../../harness/exchange.js';
import { editResponse, statusOf, toRefusal, withoutHeader } from '../edit-answer.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';

/** Once it was told that nothing changed, a cache cannot ask again. */
const forgetsEtag: Fault = {
  id: 'events.read.304-without-etag',
  clause: 'http.validators',
  statement: 'A 304 for an event lacks its ETag.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.read' }, async ({ request }, next) => {
      const outcome = await next(request);
      if (statusOf(outcome) !== 304) return outcome;
      return editResponse(outcome, (one) => ({ ...one, headers: withoutHeader(one.headers, 'ETag') }));
    }),
};

/** The header is compared with the tag as a whole. */
const exactTags: Fault = {
  id: 'events.read.exact-tags-only',
  clause: 'http.validators',
  statement: 'If-None-Match on an event is only understood where it is one strong tag.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.read' }, ({ request }, next) => {
      const isExact = /^"[^"]*"$/.test(headerValue(request.headers, 'if-none-match') ?? '""');
      return next(isExact ? request : { ...request, headers: withoutHeader(request.headers, 'If-None-Match') });
    }),
};

/** Everything but GET is taken for a write. */
const headRefused: Fault = {
  id: 'records.read.head-precondition-failed',
  clause: 'http.validators',
  neighbours: ['http.head'],
  statement: 'A HEAD with the current ETag of a record in If-None-Match is answered with 412.',
  create: () => async (request, next) => {
    const outcome = await next(request);
    return request.method === 'HEAD' && statusOf(outcome) === 304 ? toRefusal(412) : outcome;
  },
};

/** Conditional requests that are answered wrongly. */
export const conditions: readonly Fault[] = [forgetsEtag, exactTags, headRefused];
