import { editJson } from '../edit-answer.js';
import { withoutParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { mapTexts } from '../json-edit.js';
import { on } from '../on.js';

const PAGES = 'coherence.pages';

/** The total counts one record too many, as soon as a filter is used. */
const totalTooHigh: Fault = {
  id: 'events.list.total-too-high',
  clause: PAGES,
  neighbours: ['event.list', 'event.list.page'],
  statement: 'The total of a list of events counts one event that no page holds.',
  create: (_, lens) =>
    on(lens, { id: 'events.list' }, async ({ request }, next) =>
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
    on(lens, { id: 'events.list' }, async ({ request }, next) =>
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

/** What a list tells wrongly of its pages. */
export const totals: readonly Fault[] = [totalTooHigh, linkForgets];
