import type { Collection } from '../../../contract/resources.js';
import { alsoForHead, interceptOperation } from '../../intercept/intercept-operation.js';
import { withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';
import { learning } from '../../learned-facts.js';
import type { Variant } from '../../variant.js';

/** The largest page of each collection, and whether more is refused there. */
const caps: Readonly<Partial<Record<Collection, { readonly most: number; readonly isRefused: boolean }>>> = {
  events: { most: 20, isRefused: true },
  organizers: { most: 8, isRefused: false },
  categories: { most: 25, isRefused: true },
};

const cappedApart: Variant = {
  id: 'list.page-caps-by-collection',
  aspect: 'page-cap',
  statement: 'A page has at most 20 events, 25 categories, 8 organizers and 100 of others: more is refused or clamped.',
  learns: learning({ 'lists.page-cap': { beyond: 'clamped', granted: 8 } }),
  allowances: ['identities.', 'concurrency.'].map((requirement) => ({
    requirement,
    reason: 'Where pages are refused, smaller ones are asked for: no requests are left at the end.',
  })),
  create: (_, view) =>
    alsoForHead(
      interceptOperation(view, { kind: 'list' }, async ({ collection, query, request }, next) => {
        const cap = caps[collection];
        if (!cap || Number(query.get('per_page')) <= cap.most) return next(request);
        return cap.isRefused ? toRefusal(400) : next(withParameter(request, 'per_page', String(cap.most)));
      }),
    ),
};

/** A date-time parameter of the list, and the bound that it stands for on some services. */
const replaced = [
  ['start_date', 'starts_after'],
  ['end_date', 'ends_before'],
] as const;

/** Where a day and a bound are sent, one of the two counts: nothing is stated of both together. */
const meeting = (id: string, statement: string, dropped: (pair: (typeof replaced)[number]) => string): Variant => ({
  id,
  statement,
  aspect: 'reading.dates',
  create: (_, view) =>
    alsoForHead(
      interceptOperation(view, { id: 'events.list' }, ({ request, query }, next) =>
        next(
          replaced
            .filter((pair) => pair.every((name) => query.has(name)))
            .reduce((sent, pair) => withoutParameter(sent, dropped(pair)), request),
        ),
      ),
    ),
});

const replacing: readonly Variant[] = [
  meeting(
    'window-replaced-by-date',
    'start_date replaces starts_after, and end_date ends_before, where both are sent.',
    ([, bound]) => bound,
  ),
  meeting(
    'date-replaced-by-window',
    'starts_after replaces start_date, and ends_before end_date, where both are sent.',
    ([day]) => day,
  ),
];

/** What a service may do otherwise in each collection, or where two parameters meet. */
export const byCollection: readonly Variant[] = [cappedApart, ...replacing];
