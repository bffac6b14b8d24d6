import type { Interceptor, Outcome } from '../../../wire/exchange.js';
import { interceptOperation } from '../../intercept/intercept-operation.js';
import { recordBefore } from '../../intercept/record-lookup.js';
import { inLanguage, parameterOf, segmentOf } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import type { Variant } from '../../variant.js';

/** HTTP lets a service have one address for each record and send clients there (RFC 9110 sections 15.4.4 and 15.4.8). */
const redirect = (status: number, location: string): Outcome => ({
  kind: 'response',
  response: { status, headers: [['Location', location]], body: new Uint8Array() },
});

/** By-slug addresses redirect to those by id: reads with 303, writes with 308, which keeps method and body. */
const slugsToIds = (view: WireView): Interceptor =>
  interceptOperation(view, { addressing: 'slug' }, async (call, next) => {
    const { collection, request } = call;
    const found = await recordBefore({ view, call, next });
    if (!found) return next(request);
    const [, query] = request.target.split('?', 2);
    const target = `${call.at(`/${collection}/${view.id(collection, found)}`)}${query === undefined ? '' : `?${query}`}`;
    return redirect(request.method === 'GET' || request.method === 'HEAD' ? 303 : 308, target);
  });

/** Language segments redirect to the parameter, which wins over them. */
const segmentsToParameters =
  (view: WireView): Interceptor =>
  (request, next) => {
    const language = segmentOf(request);
    const isOurs = language !== undefined && view.path(request) !== undefined;
    return isOurs
      ? Promise.resolve(redirect(307, inLanguage(request, view, parameterOf(request, view) ?? language).target))
      : next(request);
  };

/** Each record has one address; the others redirect to it. */
export const canonicalAddresses: readonly Variant[] = [
  {
    id: 'redirects.slugs-to-ids',
    aspect: 'methods',
    statement: 'By-slug addresses redirect to those by ID.',
    create: (_, view) => slugsToIds(view),
  },
  {
    id: 'redirects.segments-to-parameters',
    aspect: 'methods',
    statement: 'Language segments redirect to the language parameter.',
    create: (_, view) => segmentsToParameters(view),
  },
];
