import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import { type Collection, collections } from '../../../contract/resources.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptLists, interceptOperations } from '../../intercept/intercept-operation.js';
import { withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { editJson, editResponse, mapTexts, totalIn, withHeader } from '../../intercept/response-edit.js';
import { exceptEvents, misreading, PAGES, terms } from '../../list-fault.js';

/** Who asks for more is given more by another query, in which a filter was forgotten. */
const forgotten = (collection: Collection, parameter: string): Fault => ({
  id: `${collection}.list.page-forgets-${parameter}`,
  clause: listClauseId(collection, 'page'),
  neighbours: ['coherence.pages', listClauseId(collection, 'per_page')],
  statement: `Every page of ${collection} after the first is cut from the list without ${parameter}.`,
  create: misreading([collection], ({ request, query }) =>
    Number(query.get('page') ?? 1) > 1 ? withoutParameter(request, parameter) : request,
  ),
});

/** A search is answered by an engine of its own, for which the code of pages was copied, but for the number. */
const pageIgnoredInSearch: Fault = {
  id: 'organizers.list.page-ignored-beside-search',
  clause: listClauseId('organizers', 'page'),
  neighbours: ['coherence.pages', listClauseId('organizers', 'per_page'), listClauseId('organizers', 'search')],
  statement: 'A list of organizers with search ignores page.',
  create: misreading(['organizers'], ({ request, query }) =>
    query.has('search') ? withoutParameter(request, 'page') : request,
  ),
};

/** Filters and pages of which one is forgotten beside the other. */
export const forgetfulPages: readonly Fault[] = [
  pageIgnoredInSearch,
  forgotten('events', 'featured'),
  forgotten('events', 'status'),
  forgotten('categories', 'parent'),
];

/** Whoever follows it from page to page never comes to an end. */
const endlessNext: Fault = {
  id: 'lists.next-without-end',
  clause: 'coherence.pages',
  statement: 'Every page of venues, organizers and terms links to a next one, even the last.',
  create: (_, view) =>
    interceptOperations(view, inEach(exceptEvents, { kind: 'list' }), async ({ request, query }, next) => {
      const outcome = await next(request);
      const page = String(Number(query.get('page') ?? 1) + 1);
      const link = `<${withParameter(request, 'page', page).target}>; rel="next"`;
      if (!isGranted(outcome)) return outcome;
      return editResponse(outcome, (one) => ({ ...one, headers: withHeader(one.headers, 'Link', link) }));
    }),
};

/** The body is right, and the header was forgotten. */
const staleHeader: Fault = {
  id: 'events.list.link-header-stays',
  clause: 'coherence.pages',
  statement: 'The Link header of every page of events names page 2 as the previous one.',
  create: (_, view) =>
    interceptOperations(view, [{ id: 'events.list' }], async ({ request }, next) => {
      const outcome = await next(request);
      const link = `<${withParameter(request, 'page', '2').target}>; rel="prev"`;
      if (!isGranted(outcome)) return outcome;
      return editResponse(outcome, (one) => ({ ...one, headers: withHeader(one.headers, 'Link', link) }));
    }),
};

/** Links between pages that point elsewhere. */
export const links: readonly Fault[] = [endlessNext, staleHeader];

const small = ['organizers', ...terms] as const;

/** Who is on a page has come from the first. */
const previousIsFirst: Fault = {
  id: 'lists.previous-link-to-first',
  clause: PAGES,
  statement: 'Every page of a list links to the first page as the previous one.',
  create: (_, view) =>
    interceptLists(view, collections, async ({ request }, next) =>
      editJson(await next(request), (body) =>
        mapTexts(body, (text, name) => (/prev/.test(name) ? toFirstPage(text) : text)),
      ),
    ),
};

const toFirstPage = (url: string): string =>
  withParameter({ method: 'GET', target: url, headers: [] }, 'page', '1').target;

/** Links are made for pages of the usual size. */
const linksForgetSize: Fault = {
  id: 'lists.links-forget-per_page',
  clause: PAGES,
  statement: 'The page links of organizers, categories and tags lack per_page.',
  create: (_, view) =>
    interceptLists(view, small, async ({ request }, next) =>
      editJson(await next(request), (body) =>
        mapTexts(body, (text, name) => (/next|prev/.test(name) ? withoutSize(text) : text)),
      ),
    ),
};

const withoutSize = (url: string): string =>
  withoutParameter({ method: 'GET', target: url, headers: [] }, 'per_page').target;

/** So many records are more than the tests of its developers had. */
const MANY = 10;

/** The page is counted in a query of its own once there are many. */
const nextOfManyIsFirst: Fault = {
  id: 'terms.list.next-of-many-to-first',
  clause: PAGES,
  statement: `The link to the next page of a list of more than ${MANY} categories or tags names the first page.`,
  create: (_, view) =>
    interceptLists(view, terms, async ({ request }, next) => {
      const outcome = await next(request);
      if ((totalIn(outcome) ?? 0) <= MANY) return outcome;
      return editJson(outcome, (body) =>
        mapTexts(body, (text, name) => (/next/.test(name) ? toFirstPage(text) : text)),
      );
    }),
};

/** Links from page to page that all lists make wrongly. */
export const pageLinks: readonly Fault[] = [previousIsFirst, linksForgetSize, nextOfManyIsFirst];
