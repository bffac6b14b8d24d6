import { addSeconds } from '../../../adapter/notation/day-times.js';
import type { ClauseId } from '../../../contract/clauses/clauses.js';
import type { Collection } from '../../../contract/resources.js';
import type { Send, WireRequest } from '../../../wire/exchange.js';
import type { Fault } from '../../fault.js';
import { interceptOperation } from '../../intercept/intercept-operation.js';
import { isStrict, toClock } from '../../intercept/list-selection.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { valuesOf, withoutParameter, withParameter } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';

/** How a request is understood, where the words of the interface do not bear it. */
type Understand = (call: OperationCall, next: Send, view: WireView) => WireRequest | Promise<WireRequest>;

interface Reading {
  readonly collection: Collection;
  readonly name: string;
  readonly clause: ClauseId;
  readonly statement: string;
  readonly understand: Understand;
}

/** The later, or the earlier, of a value and that of a bound that is there already. */
function narrowed(request: WireRequest, { query }: OperationCall, bound: string, value: string): WireRequest {
  const given = query.get(bound);
  const values = [value, ...(given === null ? [] : [given])].toSorted();
  return withParameter(request, bound, (bound.endsWith('after') ? values.at(-1) : values[0]) ?? value);
}

const asBound =
  (name: 'start_date' | 'end_date', bound: 'starts_after' | 'ends_before'): Understand =>
  (call) => {
    const value = call.query.get(name);
    if (value === null || isStrict(call)) return call.request;
    return narrowed(withoutParameter(call.request, name), call, bound, value);
  };

const hasTime = (value: string): boolean => /\d\d:\d\d:\d\d$/.test(value) && toClock(value) !== undefined;

const inclusive =
  (name: string): Understand =>
  (call) => {
    const value = call.query.get(name);
    if (value === null || !isStrict(call) || !hasTime(value)) return call.request;
    return withParameter(call.request, name, addSeconds(value, 1));
  };

const SECOND = 1;

/** With strict_dates a day parameter with a time selects that one time. */
const exactly =
  (name: 'start_date' | 'end_date', after: string, before: string): Understand =>
  (call) => {
    const value = call.query.get(name);
    if (value === null || !isStrict(call) || !hasTime(value)) return call.request;
    const from = narrowed(withoutParameter(call.request, name), call, after, addSeconds(value, -SECOND));
    return narrowed(from, call, before, addSeconds(value, SECOND));
  };

/** Every filter with a time is strict, and end_date is where its day's part ends. */
const keepsTime: Understand = (call) => {
  const isTimed = [...call.query].some(([name, value]) => /_(date|before|after)$/.test(name) && hasTime(value));
  if (!isTimed || isStrict(call)) return call.request;
  return endingByTime(withParameter(call.request, 'strict_dates', 'true'), call);
};

/** A strict list of the events that end on the day of end_date, at its time or earlier. */
function endingByTime(strict: WireRequest, call: OperationCall): WireRequest {
  const end = call.query.get('end_date') ?? '';
  if (!hasTime(end)) return strict;
  const midnight = `${end.slice(0, 10)} 00:00:00`;
  const from = narrowed(withoutParameter(strict, 'end_date'), call, 'ends_after', addSeconds(midnight, -SECOND));
  return narrowed(from, call, 'ends_before', addSeconds(end, SECOND));
}

const toTime: Understand = (call) => (isStrict(call) ? endingByTime(call.request, call) : call.request);

/** The categories named and all below them. */
async function withChildren(
  { at, request }: OperationCall,
  next: Send,
  view: WireView,
  ids: readonly string[],
): Promise<readonly string[]> {
  const found = new Set(ids);
  for (const id of found) {
    const target = at(`/categories?parent=${encodeURIComponent(id)}&hide_empty=false&per_page=100`);
    const children = view.items('categories', await next({ method: 'GET', target, headers: request.headers }));
    for (const child of children) found.add(view.id('categories', child));
  }
  return [...found];
}

const FILTERS = ['search', 'categories', 'tags', 'venue', 'organizer', 'featured', 'status'];

const readings: readonly Reading[] = [
  {
    collection: 'events',
    name: 'start_date-as-bound',
    clause: 'event.list.start_date',
    statement: 'start_date selects the events that start on that day or later.',
    understand: asBound('start_date', 'starts_after'),
  },
  {
    collection: 'events',
    name: 'end_date-as-bound',
    clause: 'event.list.end_date',
    statement: 'end_date selects the events that end on that day or before.',
    understand: asBound('end_date', 'ends_before'),
  },
  {
    collection: 'events',
    name: 'starts_before-inclusive',
    clause: 'event.list.starts_before',
    statement: 'With strict_dates, starts_before includes events that start at that very time.',
    understand: inclusive('starts_before'),
  },
  {
    collection: 'events',
    name: 'ends_before-inclusive',
    clause: 'event.list.ends_before',
    statement: 'With strict_dates, ends_before includes events that end at that very time.',
    understand: inclusive('ends_before'),
  },
  {
    collection: 'events',
    name: 'start_date-strict-exactly',
    clause: 'event.list.strict_dates',
    statement: 'With strict_dates, start_date selects the events that start at that very time.',
    understand: exactly('start_date', 'starts_after', 'starts_before'),
  },
  {
    collection: 'events',
    name: 'end_date-strict-exactly',
    clause: 'event.list.strict_dates',
    statement: 'With strict_dates, end_date selects the events that end at that very time.',
    understand: exactly('end_date', 'ends_after', 'ends_before'),
  },
  {
    collection: 'events',
    name: 'end_date-strict-to-time',
    clause: 'event.list.strict_dates',
    statement: 'With strict_dates, end_date selects the events that end on that day, at that time or earlier.',
    understand: toTime,
  },
  {
    collection: 'events',
    name: 'lenient-time-kept',
    clause: 'event.list.strict_dates',
    statement: 'A date filter with a time of day begins or ends at that time, whatever strict_dates says.',
    understand: keepsTime,
  },
  {
    collection: 'events',
    name: 'categories-with-children',
    clause: 'event.list.categories',
    statement: 'categories also selects the events of child categories.',
    async understand(call, next, view) {
      const ids = valuesOf(call.query, 'categories').filter((id) => /^\d+$/.test(id));
      if (ids.length === 0) return call.request;
      return withParameter(call.request, 'categories', (await withChildren(call, next, view, ids)).join(','));
    },
  },
  {
    collection: 'events',
    name: 'include-lifts-all',
    clause: 'event.list.include',
    statement: 'include lifts every other filter.',
    understand: ({ request, query }) =>
      query.has('include') || query.has('include[]') ? FILTERS.reduce(withoutParameter, request) : request,
  },
  {
    collection: 'events',
    name: 'geoloc-alone-ignored',
    clause: 'event.list.geoloc_lat',
    statement: 'One coordinate without the other filters nothing.',
    understand: ({ request, query }) =>
      query.has('geoloc_lat') === query.has('geoloc_lng')
        ? request
        : withoutParameter(withoutParameter(request, 'geoloc_lat'), 'geoloc_lng'),
  },
  {
    collection: 'tags',
    name: 'include-shows-empty',
    clause: 'category.list.include',
    statement: 'include shows tags that hide_empty should hide.',
    understand: ({ request, query }) =>
      valuesOf(query, 'include').length > 0 ? withParameter(request, 'hide_empty', 'false') : request,
  },
  {
    collection: 'tags',
    name: 'include-beats-exclude',
    clause: 'category.list.include',
    statement: 'exclude is ignored beside include.',
    understand: ({ request, query }) =>
      valuesOf(query, 'include').length > 0 ? withoutParameter(request, 'exclude') : request,
  },
  {
    collection: 'tags',
    name: 'post-shows-empty',
    clause: 'category.list.post',
    statement: 'post shows tags that hide_empty should hide.',
    understand: ({ request, query }) =>
      query.has('post') || query.has('event') ? withParameter(request, 'hide_empty', 'false') : request,
  },
];

const toFault = ({ collection, name, clause, statement, understand }: Reading): Fault => ({
  id: `${collection}.list.${name}`,
  clause,
  neighbours: [`${collection}.list.readings`],
  statement,
  create: (_, view) =>
    interceptOperation(view, { kind: 'list', collection }, async (call, next) =>
      next(await understand(call, next, view)),
    ),
});

/** Each word is looked for on its own. */
const wordByWord: Fault = {
  id: 'events.list.search-word-by-word',
  clause: 'event.list.search',
  neighbours: ['events.list.readings'],
  statement: 'A search of several words finds the events with all of them, wherever they stand.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async ({ request, query }, next) => {
      const [first, ...others] = (query.get('search') ?? '').split(/\s+/).filter((word) => word !== '');
      if (first === undefined || others.length === 0) return next(request);
      const found = await Promise.all(others.map((word) => next(withParameter(request, 'search', word))));
      const ids = found.map((outcome) => new Set(view.items('events', outcome).map((item) => view.id('events', item))));
      return view.editItems('events', await next(withParameter(request, 'search', first)), (items) =>
        items.filter((item) => ids.every((has) => has.has(view.id('events', item)))),
      );
    }),
};

/** A parent stands for all that is below it. */
const parentWithAllBelow: Fault = {
  id: 'categories.list.parent-with-all-below',
  clause: 'category.list.parent',
  neighbours: ['categories.list.readings'],
  statement: 'parent selects all descendants of a category, not only its children.',
  create: (_, view) =>
    interceptOperation(view, { id: 'categories.list' }, async (call, next) => {
      const parent = call.query.get('parent');
      const outcome = await next(call.request);
      if (parent === null) return outcome;
      const below = (await withChildren(call, next, view, [parent])).filter((id) => id !== parent);
      const lists = await Promise.all(below.map((id) => next(withParameter(call.request, 'parent', id))));
      return view.editItems('categories', outcome, (items) => [
        ...items,
        ...lists.flatMap((list) => view.items('categories', list)),
      ]);
    }),
};

/** Readings that some service follows and the words do not bear: each is worth a SHOULD, and nothing more. */
export const unsupportedReadings: readonly Fault[] = [...readings.map(toFault), wordByWord, parentWithAllBelow];
