import { collections } from '../../../contract/resources.js';
import { type Fault, listClausesOf } from '../../fault.js';
import { interceptLists } from '../../intercept/intercept-operation.js';
import { withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { editJson, mapTexts } from '../../intercept/response-edit.js';
import { editingPages, exceptEvents, misreading, PAGES, places } from '../../list-fault.js';

const pageIgnored: Fault = {
  id: 'lists.page-ignored',
  clause: 'event.list.page',
  neighbours: [PAGES, ...listClausesOf(exceptEvents, 'page')],
  statement: 'Every page of a list is the first one.',
  create: misreading(collections, ({ request }) => withoutParameter(request, 'page')),
};

const fromZero: Fault = {
  id: 'lists.page-from-zero',
  clause: 'event.list.page',
  neighbours: [PAGES, ...listClausesOf(exceptEvents, 'page')],
  statement: 'page=2 returns the first page of a list, and page=3 the second.',
  create: misreading(collections, ({ request, query }) => {
    const page = Number(query.get('page'));
    return page > 1 ? withParameter(request, 'page', String(page - 1)) : request;
  }),
};

const oneIsTwo: Fault = {
  id: 'lists.page-one-is-two',
  clause: 'event.list.page',
  neighbours: [PAGES, ...listClausesOf(exceptEvents, 'page')],
  statement: 'page=1 returns the second page of a list; without page, the list begins with the first.',
  create: misreading(collections, ({ request, query }) =>
    query.get('page') === '1' ? withParameter(request, 'page', '2') : request,
  ),
};

const sizeIgnored: Fault = {
  id: 'lists.per_page-ignored',
  clause: 'venue.list.per_page',
  neighbours: [PAGES, ...listClausesOf(exceptEvents, 'per_page')],
  statement: 'Lists of venues, organizers and terms ignore per_page.',
  create: misreading(exceptEvents, ({ request }) => withoutParameter(request, 'per_page')),
};

const twentyByDefault: Fault = {
  id: 'lists.per_page-default-20',
  clause: 'venue.list.per_page',
  neighbours: listClausesOf(['organizers', 'tags'], 'per_page'),
  statement: 'Without per_page, a page of venues, organizers or tags holds twenty records.',
  create: misreading([...places, 'tags'], ({ request, query }) =>
    query.has('per_page') ? request : withParameter(request, 'per_page', '20'),
  ),
};

const SMALL = 10;

const lastOfSmallPages: Fault = {
  id: 'lists.last-of-small-page-lost',
  clause: 'event.list.page',
  neighbours: [PAGES, ...listClausesOf(exceptEvents, 'page'), ...listClausesOf(collections, 'per_page')],
  statement: 'A page lacks its last record where per_page is ten or less.',
  create: editingPages(collections, (items, { query }) =>
    query.has('per_page') && Number(query.get('per_page')) <= SMALL ? items.slice(0, -1) : items,
  ),
};

const totalOfPage: Fault = {
  id: 'lists.total-of-page',
  clause: PAGES,
  statement: 'The total of a list counts only the records on the page.',
  create: (_, view) =>
    interceptLists(view, collections, async ({ request, collection }, next) => {
      const outcome = await next(request);
      return view.editTotal(outcome, () => view.items(collection, outcome).length);
    }),
};

/** Rewrites the links of lists that stand in members of a certain name. */
const relinking =
  (
    among: typeof collections | typeof exceptEvents,
    member: RegExp,
    relink: (link: string) => string,
  ): Fault['create'] =>
  (_, view) =>
    interceptLists(view, among, async ({ request }, next) =>
      editJson(await next(request), (body) =>
        mapTexts(body, (text, name) => (member.test(name) ? relink(text) : text)),
      ),
    );

const nextForgetsFilters: Fault = {
  id: 'lists.next-link-forgets-event',
  clause: PAGES,
  neighbours: listClausesOf(exceptEvents, 'page'),
  statement: 'The link to the next page of venues, organizers or terms lacks event and post.',
  create: relinking(exceptEvents, /next/, (link) => link.replace(/(event|post)=[^&]*&?/g, '')),
};

const previousIsSame: Fault = {
  id: 'lists.previous-link-to-itself',
  clause: PAGES,
  statement: 'The third page of a list links to itself as the previous page.',
  create: relinking(collections, /prev/, (link) => link.replace(/page=2$/, 'page=3')),
};

/** Paging that all lists get wrong in the same way. */
export const sharedPaging: readonly Fault[] = [
  pageIgnored,
  fromZero,
  oneIsTwo,
  sizeIgnored,
  twentyByDefault,
  lastOfSmallPages,
  totalOfPage,
  nextForgetsFilters,
  previousIsSame,
];
