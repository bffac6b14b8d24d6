import { jsonOf } from '../harness/body.js';
import type { Outcome } from '../harness/exchange.js';
import { valueAt } from '../harness/json.js';
import { findTotal } from '../target/totals.js';
import { editJson, editResponse, isGranted, withHeader } from './edit-answer.js';
import { withValueAt } from './json-edit.js';

/** Rewrites the total of a granted list answer, in its body and in its header alike. */
export const editTotal = (outcome: Outcome, edit: (total: number) => number): Outcome =>
  isGranted(outcome) ? inHeader(inBody(outcome, edit), edit) : outcome;

function inBody(outcome: Outcome, edit: (total: number) => number): Outcome {
  const body = jsonOf(outcome);
  const place = body === undefined ? undefined : findTotal(body, []);
  if (place?.in !== 'body') return outcome;
  return editJson(outcome, (json) => withValueAt(json, place.path, edit(Number(valueAt(json, place.path)))));
}

const inHeader = (outcome: Outcome, edit: (total: number) => number): Outcome =>
  editResponse(outcome, (response) => {
    const place = findTotal({}, response.headers);
    const told = response.headers.find(([name]) => place?.in === 'header' && name.toLowerCase() === place.name);
    if (!told) return response;
    return { ...response, headers: withHeader(response.headers, told[0], String(edit(Number(told[1])))) };
  });
