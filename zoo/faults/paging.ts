import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import { listClausesOf } from '../about-fields.js';
import type { OperationCall } from '../asked.js';
import { withoutParameter, withParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';
import { interceptLists } from './over-lists.js';

const PAGES = 'coherence.pages';

/** The second page begins where the third should. */
const pageSkipped: Fault = {
  id: 'venues.list.page-off-by-one',
  clause: 'venue.list.page',
  neighbours: [PAGES],
  statement: 'Every page of venues after the first is the one after it.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'venues.list' }, ({ request, query }, next) => {
      const page = Number(query.get('page') ?? 1);
      return next(page > 1 ? withParameter(request, 'page', String(page + 1)) : request);
    }),
};

/** A page begins with the last record of the page before it. */
const lastRepeated: Fault = {
  id: 'organizers.list.page-overlaps',
  clause: 'organizer.list.page',
  neighbours: [PAGES],
  statement: 'Each page of organizers begins with the last organizer of the page before.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'organizers.list' }, async ({ request, query }, next) => {
      const page = Number(query.get('page') ?? 1);
      const outcome = await next(request);
      if (page < 2) return outcome;
      const previous = lens.items('organizers', await next(withParameter(request, 'page', String(page - 1))));
      return lens.editItems('organizers', outcome, (items) => [...previous.slice(-1), ...items.slice(0, -1)]);
    }),
};

/** A full page lacks its last record, though the total counts it. */
const lastLost: Fault = {
  id: 'tags.list.last-of-page-lost',
  clause: 'tag.list.page',
  neighbours: [PAGES, 'tag.list.per_page'],
  statement: 'A full page of tags lacks its last tag.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'tags.list' }, async ({ request, query }, next) => {
      const full = Number(query.get('per_page') ?? 10);
      const outcome = await next(request);
      return lens.editItems('tags', outcome, (items) => (items.length === full ? items.slice(0, -1) : items));
    }),
};

const elevenByDefault = (collection: Collection): Fault => ({
  id: `${collection}.list.per_page-default-11`,
  clause: collection === 'events' ? 'event.list.per_page' : 'category.list.per_page',
  statement: `A page of ${collection} holds eleven records where nothing is said.`,
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'list', collection }, ({ request, query }, next) =>
      next(query.has('per_page') ? request : withParameter(request, 'per_page', '11')),
    ),
});

/** What is named is looked up one by one, past all that makes pages. */
const includeUnpaged: Fault = {
  id: 'events.list.include-unpaged',
  clause: 'event.list.per_page',
  neighbours: ['event.list.include', 'event.list.page', PAGES],
  statement: 'A list of events by include holds all that are named, whatever page is asked for.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, ({ request, query }, next) => {
      if (!query.has('include')) return next(request);
      return next(withParameter(withParameter(request, 'per_page', '50'), 'page', '1'));
    }),
};

const places = ['venues', 'organizers'] as const;
const terms = ['categories', 'tags'] as const;

const isLater = ({ query }: OperationCall, page: number): boolean => Number(query.get('page') ?? 1) > page;

/** The number of a page is capped where its size should be. */
const secondForAll: Fault = {
  id: 'lists.later-pages-repeat',
  clause: 'event.list.page',
  neighbours: [PAGES, ...listClausesOf(['events', ...places], 'per_page'), ...listClausesOf(places, 'page')],
  statement: 'Every page of events, venues and organizers after the second is the second once more.',
  create: (_, lens) =>
    interceptLists(lens, ['events', ...places], (asked, next) =>
      next(isLater(asked, 2) ? withParameter(asked.request, 'page', '2') : asked.request),
    ),
};

/** Only what the first page is made of looks at all parameters. */
const forgottenOnLaterPages = (collections: readonly Collection[], parameter: string, statement: string): Fault => ({
  id: `lists.later-pages-forget-${parameter}`,
  clause: listClauseId(collections[0] ?? 'events', parameter),
  neighbours: [PAGES, ...['per_page', 'page', parameter].flatMap((name) => listClausesOf(collections, name))],
  statement,
  create: (_, lens) =>
    interceptLists(lens, collections, (asked, next) =>
      next(isLater(asked, 1) ? withoutParameter(asked.request, parameter) : asked.request),
    ),
});

/** Lists that are cut into pages wrongly. */
export const paging: readonly Fault[] = [
  secondForAll,
  forgottenOnLaterPages(
    [...places, ...terms],
    'search',
    'From the second page on, a list of venues, organizers or terms holds also what the search does not find.',
  ),
  forgottenOnLaterPages(terms, 'exclude', 'From the second page on, a list of terms holds also what exclude names.'),
  pageSkipped,
  lastRepeated,
  lastLost,
  includeUnpaged,
  elevenByDefault('events'),
  elevenByDefault('categories'),
];
