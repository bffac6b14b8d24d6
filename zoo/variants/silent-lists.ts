import { jsonOf } from '../../harness/body.js';
import type { Outcome } from '../../harness/exchange.js';
import { isJsonObject, type JsonValue } from '../../harness/json.js';
import { findTotal, findTotalPages } from '../../target/totals.js';
import { allowInEach } from '../allow.js';
import { alsoForHead } from '../also-for-head.js';
import { editJson, editResponse, isGranted, withoutHeader } from '../edit-answer.js';
import { withoutValueAt } from '../json-edit.js';
import { interceptResponse } from '../on-answer.js';
import { inSequence, learning, placing } from '../learns.js';
import type { Variant } from '../variant.js';

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

/** Lists that tell nothing but their records: what else stands in an answer is not shown. */
export const silentLists: readonly Variant[] = [
  {
    id: 'list.no-totals',
    aspect: 'totals',
    statement: 'Lists do not tell how many records or pages there are.',
    learns: inSequence(
      placing('total', () => 'absent'),
      placing('total-pages', () => 'absent'),
    ),
    isSparse: true,
    allowances: [
      ...allowInEach('list.total', 'There are no totals to hold against what the pages hold.'),
      ...allowInEach('list.links-end', 'Without totals nothing tells which page is the last.'),
      {
        requirement: 'concurrency.',
        reason: 'Lists take a request more each: of a quick run none are left at the end.',
      },
    ],
    create: (_, lens) =>
      alsoForHead(
        interceptResponse(lens, { kind: 'list' }, (outcome) => without(without(outcome, findTotal), findTotalPages)),
      ),
  },
  {
    id: 'list.no-links',
    aspect: 'links',
    statement: 'Lists have no links to their other pages.',
    learns: learning({ 'lists.next-link': 'absent' }),
    allowances: [
      ...allowInEach('list.links', 'There are no links to follow.'),
      ...allowInEach('list.language-links', 'There are no links to follow.', ['tags']),
    ],
    create: (_, lens) => alsoForHead(interceptResponse(lens, { kind: 'list' }, withoutLinks)),
  },
];
