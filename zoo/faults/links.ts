import { editResponse, isGranted, withHeader } from '../edit-answer.js';
import { withParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { inEach, interceptOperations } from '../on.js';

/** Whoever follows it from page to page never comes to an end. */
const endlessNext: Fault = {
  id: 'lists.next-without-end',
  clause: 'coherence.pages',
  statement: 'Every page of venues, organizers and terms links a next one, also the last.',
  create: (_, lens) =>
    interceptOperations(
      lens,
      inEach(['venues', 'organizers', 'categories', 'tags'], { kind: 'list' }),
      async ({ request, query }, next) => {
        const outcome = await next(request);
        const page = String(Number(query.get('page') ?? 1) + 1);
        const link = `<${withParameter(request, 'page', page).target}>; rel="next"`;
        if (!isGranted(outcome)) return outcome;
        return editResponse(outcome, (one) => ({ ...one, headers: withHeader(one.headers, 'Link', link) }));
      },
    ),
};

/** The body is right, and the header was forgotten. */
const staleHeader: Fault = {
  id: 'events.list.link-header-stays',
  clause: 'coherence.pages',
  statement: 'The Link header of a list of events links page 2 as the previous one, whatever page is asked for.',
  create: (_, lens) =>
    interceptOperations(lens, [{ id: 'events.list' }], async ({ request }, next) => {
      const outcome = await next(request);
      const link = `<${withParameter(request, 'page', '2').target}>; rel="prev"`;
      if (!isGranted(outcome)) return outcome;
      return editResponse(outcome, (one) => ({ ...one, headers: withHeader(one.headers, 'Link', link) }));
    }),
};

/** Links between pages that lead elsewhere. */
export const links: readonly Fault[] = [endlessNext, staleHeader];
