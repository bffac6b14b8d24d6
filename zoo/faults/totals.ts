import { collections } from '../../contract/resources.js';
import { listClausesOf } from '../about-fields.js';
import { editJson } from '../edit-answer.js';
import { withoutParameter } from '../edit-request.js';
import { editPageCount, totalIn } from '../edit-total.js';
import type { Fault } from '../fault.js';
import { mapTexts } from '../json-edit.js';
import { interceptOperation } from '../on.js';
import type { WireView } from '../wire-lens.js';
import { idsIn } from '../../target/agreement.js';
import { wholeList } from '../whole-list.js';
import { interceptLists } from './over-lists.js';

const PAGES = 'coherence.pages';

/** The total counts one record too many, as soon as a filter is used. */
const totalTooHigh: Fault = {
  id: 'events.list.total-too-high',
  clause: PAGES,
  neighbours: ['event.list', 'event.list.page'],
  statement: 'The total of a list of events counts one event that no page holds.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, async ({ request }, next) =>
      lens.editTotal(await next(request), (total) => total + 1),
    ),
};

/** The link to the next page forgets a filter. */
const linkForgets: Fault = {
  id: 'events.list.next-link-forgets-filter',
  clause: PAGES,
  neighbours: ['event.list.page'],
  statement: 'The link to the next page of events lacks the filters of this one.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, async ({ request }, next) =>
      editJson(await next(request), (body) =>
        mapTexts(body, (text, name) => (/next/.test(name) ? withoutFilters(text) : text)),
      ),
    ),
};

const withoutFilters = (url: string): string =>
  ['starts_after', 'ends_before'].reduce(
    (link, name) => withoutParameter({ method: 'GET', target: link, headers: [] }, name).target,
    url,
  );

/** How many pages there are is worked out anew from the total and the size of a page. */
const countingPages =
  (count: (total: number, size: number) => number): Fault['create'] =>
  (_, lens: WireView) =>
    interceptLists(lens, collections, async ({ request, query }, next) => {
      const outcome = await next(request);
      const total = totalIn(outcome);
      const size = Number(query.get('per_page') ?? DEFAULT_SIZE);
      return total === undefined ? outcome : editPageCount(outcome, () => count(total, size));
    });

const DEFAULT_SIZE = 10;

const pagesRoundedDown: Fault = {
  id: 'lists.pages-rounded-down',
  clause: PAGES,
  neighbours: [...listClausesOf(collections, 'page'), ...listClausesOf(collections, 'per_page')],
  statement: 'A last page that is not full is not counted among the pages of a list.',
  create: countingPages((total, size) => Math.floor(total / size)),
};

const pageAfterFull: Fault = {
  id: 'lists.pages-one-after-full',
  clause: PAGES,
  neighbours: [...listClausesOf(collections, 'page'), ...listClausesOf(collections, 'per_page')],
  statement: 'Where the last page is full, a page more is counted than there are.',
  create: countingPages((total, size) => Math.floor(total / size) + 1),
};

/** Events are counted in a table that is joined with those of their terms. */
const countedByTerm: Fault = {
  id: 'events.list.total-by-term',
  clause: PAGES,
  neighbours: ['event.list.categories', 'event.list.tags'],
  statement: 'The total of a list of events by categories counts each as often as it has one of these.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, async (asked, next) => {
      const outcome = await next(asked.request);
      const wanted = (asked.query.get('categories') ?? '').split(',');
      if (wanted.length < 2) return outcome;
      const events = await wholeList({ lens, asked, next }, asked.request);
      const links = events.flatMap((event) => idsIn(lens.field('events', event, 'categories')));
      return lens.editTotal(outcome, () => links.filter((id) => wanted.includes(id)).length);
    }),
};

/** What a list tells wrongly of its pages. */
export const totals: readonly Fault[] = [totalTooHigh, linkForgets, pagesRoundedDown, pageAfterFull, countedByTerm];
