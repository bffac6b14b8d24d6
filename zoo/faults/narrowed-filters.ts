import { idsIn } from '../../target/agreement.js';
import type { OperationCall } from '../asked.js';
import { valuesOf, withoutParameter, withParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';

/** A filter by venue sees an event's first venue alone. */
const firstVenueOnly: Fault = {
  id: 'events.list.venue-first-only',
  clause: 'event.list.venue',
  statement: 'An event is found by the first of its venues alone.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, async ({ request, query }, next) => {
      const wanted = valuesOf(query, 'venue');
      const outcome = await next(request);
      if (wanted.length === 0) return outcome;
      return lens.editItems('events', outcome, (items) =>
        items.filter((item) => wanted.includes(idsIn(lens.field('events', item, 'venue'))[0] ?? '')),
      );
    }),
};

/** Of several categories that are asked for, the first alone counts. */
const firstCategoryAsked: Fault = {
  id: 'events.list.categories-first-asked-only',
  clause: 'event.list.categories',
  statement: 'Of several category ids in a filter the first alone is looked for.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, ({ request, query }, next) => {
      const [first, ...others] = valuesOf(query, 'categories');
      return next(first !== undefined && others.length > 0 ? withParameter(request, 'categories', first) : request);
    }),
};

/** Of several tags to leave out, one is. */
const excludeFirstOnly: Fault = {
  id: 'tags.list.exclude-first-only',
  clause: 'tag.list.exclude',
  statement: 'Of several ids to leave out the first alone is left out.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'tags.list' }, ({ request, query }, next) => {
      const [first, ...others] = valuesOf(query, 'exclude');
      return next(first !== undefined && others.length > 0 ? withParameter(request, 'exclude', first) : request);
    }),
};

const isSwitchedOn = (value: string | null): boolean => value === null || !['false', '0', ''].includes(value);

/** Terms without events are shown when they are to be hidden, and hidden when they are to be shown. */
const hideEmptyInverted: Fault = {
  id: 'categories.list.hide_empty-inverted',
  clause: 'category.list.hide_empty',
  statement: 'hide_empty shows empty categories when it is on and hides them when it is off.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'categories.list' }, ({ request, query }, next) => {
      const hide = isSwitchedOn(query.get('hide_empty'));
      return next(withParameter(request, 'hide_empty', String(!hide)));
    }),
};

/** Date filters hold even when include names the events that are wanted. */
const includeKeepsDates: Fault = {
  id: 'events.list.include-keeps-dates',
  clause: 'event.list.include.lifts-dates',
  statement: 'Date filters leave out events that include names.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, async (asked, next) => {
      const outcome = await next(asked.request);
      if (!asked.query.has('include') || !hasDates(asked)) return outcome;
      const dated = await next(withParameter(withoutParameter(asked.request, 'include'), 'per_page', '100'));
      const left = new Set(lens.items('events', dated).map((item) => lens.id('events', item)));
      return lens.editItems('events', outcome, (items) => items.filter((item) => left.has(lens.id('events', item))));
    }),
};

const hasDates = ({ query }: OperationCall): boolean =>
  [...query.keys()].some((name) => /^(starts|ends)_(before|after)$/.test(name));

/** Filters that look at less than they should. */
export const narrowedFilters: readonly Fault[] = [
  firstVenueOnly,
  firstCategoryAsked,
  excludeFirstOnly,
  hideEmptyInverted,
  includeKeepsDates,
];
