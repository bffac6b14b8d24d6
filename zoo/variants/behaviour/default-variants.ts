import { addDays } from '../../../adapter/notation/day-times.js';
import type { Outcome, Send } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { alsoForHead, inEach, interceptOperation, interceptOperations } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { editBody, withParameter } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { inSequence, learning, showingFields, unlearning } from '../../learned-facts.js';
import { type Allowance, allowInEach, OFF_THE_PAGE, type Variant, withoutFamily } from '../../variant.js';

const kinds = ['venues', 'organizers'] as const;

/** Which status is given where none is sent is not stated. */
export const drafts: readonly Variant[] = [
  {
    id: 'create.draft-unless-sent',
    aspect: 'fields',
    statement: 'A venue or an organizer created without a status is a draft.',
    learns: inSequence(
      (facts) => ({ ...facts, 'access.update': { ...facts['access.update'], venues: true } }),
      showingFields((field, { collection, name }) =>
        name === 'status' && collection !== 'events' ? { ...field, text: 'identity' } : field,
      ),
      learning({ 'bodies.drafts': kinds }),
    ),
    allowances: ['concurrency.', 'identities.', 'http.', 'events.list.malformed-handled'].map((requirement) => ({
      requirement,
      reason: 'Publishing the test data takes one more request for each record: none are left at the end.',
    })),
    create: (_, view) =>
      interceptOperations(view, inEach(kinds, { kind: 'create' }), ({ request }, next) =>
        next(editBody(request, (body) => ({ status: 'draft', ...body }))),
      ),
  },
];

const WHOLE = 100;

/** The order of a list is stated for terms alone, and only when it is asked for. */
export const newestFirst: Variant = {
  id: 'list.newest-first',
  aspect: 'default-order',
  statement: 'Without order and orderby, the highest ids come first.',
  allowances: [withoutFamily(OFF_THE_PAGE)],
  create: (_, view) =>
    alsoForHead(
      interceptOperation(view, { kind: 'list' }, async (call, next) => {
        const outcome = await next(call.request);
        const isOrdered = call.query.has('order') || call.query.has('orderby');
        return isOrdered || !isGranted(outcome) ? outcome : inOrder(view, call, outcome, next);
      }),
    ),
};

async function inOrder(view: WireView, call: OperationCall, outcome: Outcome, next: Send): Promise<Outcome> {
  const { query, collection } = call;
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 10)];
  const isAll = page === 1 && view.items(collection, outcome).length < size;
  const items = isAll ? view.items(collection, outcome) : await readAll(view, call, next);
  const idOf = (item: JsonObject): number => Number(view.id(collection, item));
  const sorted = items.toSorted((one, other) => idOf(other) - idOf(one));
  return view.editItems(collection, outcome, () => sorted.slice((page - 1) * size, page * size));
}

async function readAll(
  view: WireView,
  { request, collection }: OperationCall,
  next: Send,
): Promise<readonly JsonObject[]> {
  const whole = withParameter(request, 'per_page', String(WHOLE));
  const all: JsonObject[] = [];
  for (let page = 1; page === 1 || all.length === (page - 1) * WHOLE; page += 1) {
    all.push(...view.items(collection, await next(withParameter(whole, 'page', String(page)))));
  }
  return all;
}

type Create = Variant['create'];

const asksForMore = ({ query }: OperationCall, most: number): boolean => Number(query.get('per_page')) > most;

const clamping =
  (most: number): Create =>
  (_, view) =>
    alsoForHead(
      interceptOperation(view, { kind: 'list' }, (call, next) =>
        next(asksForMore(call, most) ? withParameter(call.request, 'per_page', String(most)) : call.request),
      ),
    );

const refusing =
  (most: number): Create =>
  (_, view) =>
    alsoForHead(
      interceptOperation(view, { kind: 'list' }, (call, next) =>
        asksForMore(call, most) ? Promise.resolve(toRefusal(400)) : next(call.request),
      ),
    );

const MORE_PAGES = 'A whole list takes more pages: no requests are left at the end.';

/** Whether the records of a run fit on a page of ten depends on how many of them are there at that time. */
const fillPages: readonly Allowance[] = [
  ...allowInEach('list.malformed-handled', MORE_PAGES),
  { requirement: 'concurrency.', reason: MORE_PAGES },
];

/** Pages of more than so many records are not to be had: the maximum of per_page is not shown. */
export const pageCaps: readonly Variant[] = [
  {
    id: 'list.page-cap-50',
    aspect: 'page-cap',
    statement: 'A page holds at most fifty records, whatever per_page says.',
    learns: unlearning('lists.page-cap'),
    create: clamping(50),
  },
  {
    id: 'list.page-cap-50-refused',
    aspect: 'page-cap',
    statement: 'A page of more than fifty records is refused.',
    learns: learning({ 'lists.page-cap': { beyond: 'refused', granted: 50 } }),
    create: refusing(50),
  },
  {
    id: 'list.page-cap-10',
    aspect: 'page-cap',
    statement: 'A page holds at most ten records, whatever per_page says.',
    learns: learning({ 'lists.page-cap': { beyond: 'clamped', granted: 10 } }),
    isSparse: true,
    allowances: fillPages,
    create: clamping(10),
  },
  {
    id: 'list.page-cap-20-refused',
    aspect: 'page-cap',
    statement: 'A page of more than twenty records is refused.',
    learns: learning({ 'lists.page-cap': { beyond: 'refused', granted: 20 } }),
    create: refusing(20),
  },
];

const DAYS = 90;

const LIFTING = /^(start_date|end_date|starts_before|starts_after|ends_before|ends_after|include)(\[|$)/;

/** The bounds of a list without dates are computed by the service, it is not shown how. */
export const shorterWindow: Variant = {
  id: 'list.shorter-window',
  aspect: 'default-window',
  statement: 'A list of events without date filters shows those of the next ninety days.',
  learns: (facts) => ({
    ...facts,
    'events.default-window': { ...facts['events.default-window'], later: false },
  }),
  create: (_, view, clock) =>
    alsoForHead(
      interceptOperation(view, { id: 'events.list' }, ({ request, query }, next) => {
        if ([...query.keys()].some((name) => LIFTING.test(name))) return next(request);
        const today = new Date(clock.now()).toISOString().slice(0, 10);
        const bounded = withParameter(request, 'ends_after', today);
        return next(withParameter(bounded, 'starts_before', addDays(today, DAYS)));
      }),
    ),
};
