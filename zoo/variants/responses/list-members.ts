import { findTotal, findTotalPages } from '../../../adapter/reading/list-counts.js';
import { findItems } from '../../../adapter/reading/shape-discovery.js';
import type { Outcome } from '../../../wire/exchange.js';
import { isJsonObject, type JsonPath, type JsonValue } from '../../../wire/json.js';
import { jsonOf } from '../../../wire/message-body.js';
import { isGranted } from '../../../wire/status.js';
import { alsoForHead, interceptResponse } from '../../intercept/intercept-operation.js';
import {
  editJson,
  editResponse,
  toRefusal,
  withoutBody,
  withoutHeader,
  withoutValueAt,
  withValueAt,
} from '../../intercept/response-edit.js';
import { inSequence, learning, placing } from '../../learned-facts.js';
import { allowInEach, type Variant } from '../../variant.js';

/** Answers lists that hold nothing otherwise; `path` is where the list stands. */
const whenEmpty =
  (edit: (outcome: Outcome, path: JsonPath) => Outcome): Variant['create'] =>
  (_, view) =>
    alsoForHead(
      interceptResponse(view, { kind: 'list' }, (outcome, { collection }) => {
        const path = isGranted(outcome) ? findItems(jsonOf(outcome) ?? null, collection) : undefined;
        return path && view.items(collection, outcome).length === 0 ? edit(outcome, path) : outcome;
      }),
    );

const rewriting = (edit: (body: JsonValue, path: JsonPath) => JsonValue): Variant['create'] =>
  whenEmpty((outcome, path) => editJson(outcome, (body) => edit(body, path)));

/** How a list that holds nothing is written: the body of no answer is shown. */
export const emptyLists: readonly Variant[] = [
  {
    id: 'list.empty-null',
    aspect: 'list-envelope',
    statement: 'An empty list is null.',
    create: rewriting((body, path) => withValueAt(body, path, null)),
  },
  {
    id: 'list.empty-left-out',
    aspect: 'list-envelope',
    statement: 'An empty list is left out of the response.',
    create: rewriting(withoutValueAt),
  },
  {
    id: 'list.empty-no-content',
    aspect: 'list-envelope',
    statement: 'An empty list returns 204 without a body.',
    create: whenEmpty((outcome) => editResponse(outcome, (response) => withoutBody(response, 204))),
  },
  {
    id: 'list.empty-not-found',
    aspect: 'list-envelope',
    statement: 'An empty list returns 404.',
    create: whenEmpty(() => toRefusal(404)),
  },
];

/** A list answer without the number that is found in it, in its body and then in its header, until none is. */
function without(outcome: Outcome, find: typeof findTotal): Outcome {
  const body = jsonOf(outcome);
  if (outcome.kind !== 'response' || body === undefined || !isGranted(outcome)) return outcome;
  const place = find(body, outcome.response.headers);
  if (!place) return outcome;
  const edited =
    place.in === 'body'
      ? editJson(outcome, (json) => withoutValueAt(json, place.path))
      : editResponse(outcome, (response) => ({ ...response, headers: withoutHeader(response.headers, place.name) }));
  return without(edited, find);
}

const isLink = (value: JsonValue): boolean => typeof value === 'string' && /^(https?:)?\/\//.test(value);

const withoutLinks = (outcome: Outcome): Outcome =>
  editResponse(
    editJson(outcome, (body) =>
      isJsonObject(body) ? Object.fromEntries(Object.entries(body).filter(([, value]) => !isLink(value))) : body,
    ),
    (response) => ({ ...response, headers: withoutHeader(response.headers, 'Link') }),
  );

/** Lists of nothing but records: what else an answer contains is left out. */
export const silentLists: readonly Variant[] = [
  {
    id: 'list.no-totals',
    aspect: 'totals',
    statement: 'Lists have no totals.',
    learns: inSequence(
      placing('total', () => 'absent'),
      placing('total-pages', () => 'absent'),
    ),
    isSparse: true,
    allowances: [
      ...allowInEach('list.total', 'There are no totals to compare with the pages.'),
      ...allowInEach('list.links-end', 'Without totals, the last page is not known.'),
      {
        requirement: 'concurrency.',
        reason: 'Each list takes one more request: a quick run has none left at the end.',
      },
    ],
    create: (_, view) =>
      alsoForHead(
        interceptResponse(view, { kind: 'list' }, (outcome) => without(without(outcome, findTotal), findTotalPages)),
      ),
  },
  {
    id: 'list.no-links',
    isSparse: true,
    aspect: 'links',
    statement: 'Lists have no links to their other pages.',
    learns: learning({ 'lists.next-link': 'absent' }),
    allowances: [
      ...allowInEach('list.links', 'There are no links to follow.'),
      ...allowInEach('list.language-links', 'There are no links to follow.', ['tags']),
    ],
    create: (_, view) => alsoForHead(interceptResponse(view, { kind: 'list' }, withoutLinks)),
  },
];
