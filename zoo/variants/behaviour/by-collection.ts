import type { Collection } from '../../../contract/resources.js';
import { alsoForHead, interceptOperation } from '../../intercept/intercept-operation.js';
import { withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';
import { unlearning } from '../../learned-facts.js';
import type { Variant } from '../../variant.js';

/** The largest page of each collection, and whether more is refused there. */
const caps: Readonly<Partial<Record<Collection, { readonly most: number; readonly isRefused: boolean }>>> = {
  events: { most: 20, isRefused: true },
  organizers: { most: 12, isRefused: false },
  categories: { most: 25, isRefused: true },
};

const cappedApart: Variant = {
  id: 'list.page-caps-by-collection',
  aspect: 'page-cap',
  statement:
    'A page has at most 20 events, 25 categories, 12 organizers and 100 of others: more is refused or clamped.',
  learns: unlearning('lists.page-cap'),
  allowances: [
    {
      requirement: 'identities.',
      reason: 'Where pages are refused, smaller ones are asked for: no requests are left.',
    },
  ],
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

const replacing: Variant = {
  id: 'window-replaced-by-date',
  aspect: 'reading.dates',
  statement: 'start_date replaces starts_after, and end_date ends_before, where both are sent.',
  create: (_, view) =>
    alsoForHead(
      interceptOperation(view, { id: 'events.list' }, ({ request, query }, next) =>
        next(replaced.reduce((sent, [day, bound]) => (query.has(day) ? withoutParameter(sent, bound) : sent), request)),
      ),
    ),
};

/** What a service may do otherwise in each collection, or where two parameters meet. */
export const byCollection: readonly Variant[] = [cappedApart, replacing];
