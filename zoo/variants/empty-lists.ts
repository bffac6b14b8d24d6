import { jsonOf } from '../../harness/body.js';
import type { Outcome } from '../../harness/exchange.js';
import type { JsonPath, JsonValue } from '../../harness/json.js';
import { findItems } from '../../target/discover.js';
import { alsoForHead } from '../also-for-head.js';
import { editJson, editResponse, isGranted, toRefusal, withoutBody } from '../edit-answer.js';
import { withoutValueAt, withValueAt } from '../json-edit.js';
import { interceptResponse } from '../on-answer.js';
import { unlearning } from '../learns.js';
import type { Variant } from '../variant.js';

/** Answers lists that hold nothing otherwise; `path` is where the list stands. */
const whenEmpty =
  (edit: (outcome: Outcome, path: JsonPath) => Outcome): Variant['create'] =>
  (_, lens) =>
    alsoForHead(
      interceptResponse(lens, { kind: 'list' }, (outcome, { collection }) => {
        const path = isGranted(outcome) ? findItems(jsonOf(outcome) ?? null, collection) : undefined;
        return path && lens.items(collection, outcome).length === 0 ? edit(outcome, path) : outcome;
      }),
    );

const rewriting = (edit: (body: JsonValue, path: JsonPath) => JsonValue): Variant['create'] =>
  whenEmpty((outcome, path) => editJson(outcome, (body) => edit(body, path)));

/** How a list that holds nothing is written: the body of no answer is shown. */
export const emptyLists: readonly Variant[] = [
  {
    id: 'list.empty-null',
    aspect: 'list-envelope',
    statement: 'In place of a list without records stands null.',
    create: rewriting((body, path) => withValueAt(body, path, null)),
  },
  {
    id: 'list.empty-left-out',
    aspect: 'list-envelope',
    statement: 'A list without records is left out of the answer.',
    create: rewriting(withoutValueAt),
  },
  {
    id: 'list.empty-no-content',
    aspect: 'list-envelope',
    statement: 'A list without records is answered with 204 and no body.',
    create: whenEmpty((outcome) => editResponse(outcome, (response) => withoutBody(response, 204))),
  },
  {
    id: 'list.empty-not-found',
    aspect: 'list-envelope',
    statement: 'A list without records is answered with 404.',
    // A list of ids that are not there might as well be refused.
    learns: unlearning('lists.ids'),
    create: whenEmpty(() => toRefusal(404)),
  },
];
