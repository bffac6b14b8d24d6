import type { Collection } from '../../contract/field.js';
import { withParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { on } from '../on.js';

const PAGES = 'coherence.pages';

/** The second page begins where the third should. */
const pageSkipped: Fault = {
  id: 'venues.list.page-off-by-one',
  clause: 'venue.list.page',
  neighbours: [PAGES],
  statement: 'Every page of venues after the first is the one after it.',
  create: (_, lens) =>
    on(lens, { id: 'venues.list' }, ({ request, query }, next) => {
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
    on(lens, { id: 'organizers.list' }, async ({ request, query }, next) => {
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
    on(lens, { id: 'tags.list' }, async ({ request, query }, next) => {
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
    on(lens, { kind: 'list', collection }, ({ request, query }, next) =>
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
    on(lens, { id: 'events.list' }, ({ request, query }, next) => {
      if (!query.has('include')) return next(request);
      return next(withParameter(withParameter(request, 'per_page', '50'), 'page', '1'));
    }),
};

/** Lists that are cut into pages wrongly. */
export const paging: readonly Fault[] = [
  pageSkipped,
  lastRepeated,
  lastLost,
  includeUnpaged,
  elevenByDefault('events'),
  elevenByDefault('categories'),
];
