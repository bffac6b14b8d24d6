import { jsonOf } from '../harness/body.js';
import type { HeaderPairs, Outcome, WireRequest } from '../harness/exchange.js';
import type { JsonObject } from '../harness/json.js';
import { findTotal, numberAt } from '../target/totals.js';
import { isGranted } from './edit-answer.js';
import { withParameter } from './edit-request.js';
import type { LookUp } from './look-up.js';

/** The most that the reference server holds on a page: few lists have a second one, that could move meanwhile. */
const MANY = 100;

/** All records of the list that a request asks for, whatever page it names; none where it is refused. */
export async function everyItem({ lens, asked, next }: LookUp, request: WireRequest): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  const headers = credentialsOf(asked.request);
  const large = withParameter(request, 'per_page', String(MANY));
  for (let page = 1; ; page += 1) {
    const outcome = await next({ ...withParameter(large, 'page', String(page)), headers });
    const { collection } = lens.asked(request) ?? asked;
    const items = isGranted(outcome) ? lens.items(collection, outcome) : [];
    found.push(...items);
    if (items.length === 0 || found.length >= totalOf(outcome)) return found;
  }
}

/** The header fields by which a request says who asks. */
export const credentialsOf = ({ headers }: WireRequest): HeaderPairs =>
  headers.filter(([name]) => /^(authorization|cookie|x-.*)$/i.test(name));

function totalOf(outcome: Outcome): number {
  const body = jsonOf(outcome);
  if (outcome.kind !== 'response' || body === undefined) return 0;
  const { headers } = outcome.response;
  const place = findTotal(body, headers);
  return (place && numberAt(place, body, headers)) ?? 0;
}
