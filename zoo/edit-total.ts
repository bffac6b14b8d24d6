import { jsonOf } from '../harness/body.js';
import type { Outcome } from '../harness/exchange.js';
import { valueAt } from '../harness/json.js';
import { findTotal, findTotalPages, numberAt } from '../target/totals.js';
import { editJson, editResponse, isGranted, withHeader } from './edit-answer.js';
import { withValueAt } from './json-edit.js';

type Find = typeof findTotal;
type Edit = (told: number) => number;

/** Rewrites the total of a granted list answer, in its body and in its header alike. */
export const editTotal = (outcome: Outcome, edit: Edit): Outcome => editNumber(outcome, findTotal, edit);

/** Rewrites the count of pages of a granted list answer, in its body and in its header alike. */
export const editPageCount = (outcome: Outcome, edit: Edit): Outcome => editNumber(outcome, findTotalPages, edit);

/** The total that a list answer tells, in its body or in its header. */
export function totalIn(outcome: Outcome): number | undefined {
  if (!isGranted(outcome) || outcome.kind !== 'response') return undefined;
  const [body, { headers }] = [jsonOf(outcome) ?? null, outcome.response];
  const place = findTotal(body, headers);
  return place && numberAt(place, body, headers);
}

const editNumber = (outcome: Outcome, find: Find, edit: Edit): Outcome =>
  isGranted(outcome) ? inHeader(inBody(outcome, find, edit), find, edit) : outcome;

function inBody(outcome: Outcome, find: Find, edit: Edit): Outcome {
  const body = jsonOf(outcome);
  const place = body === undefined ? undefined : find(body, []);
  if (place?.in !== 'body') return outcome;
  return editJson(outcome, (json) => withValueAt(json, place.path, edit(Number(valueAt(json, place.path)))));
}

const inHeader = (outcome: Outcome, find: Find, edit: Edit): Outcome =>
  editResponse(outcome, (response) => {
    const place = find({}, response.headers);
    const told = response.headers.find(([name]) => place?.in === 'header' && name.toLowerCase() === place.name);
    if (!told) return response;
    return { ...response, headers: withHeader(response.headers, told[0], String(edit(Number(told[1])))) };
  });
