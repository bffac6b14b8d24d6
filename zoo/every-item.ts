import type { WireRequest } from '../harness/exchange.js';
import type { JsonObject } from '../harness/json.js';
import { credentialsOf } from './credentials-of.js';
import { isGranted } from './edit-answer.js';
import { withParameter } from './edit-request.js';
import { totalIn } from './edit-total.js';
import type { CallContext } from './look-up.js';

/** The most that the reference server holds on a page: few lists have a second one. */
const MANY = 100;

/** How often a list is read that moves all the time. */
const MOST_WALKS = 8;

/**
 * All records of the list that a request asks for, whatever page it names; none where it is refused. Pages can move
 * while they are turned: a list of several is read until it is twice the same.
 */
export async function everyItem(look: CallContext, request: WireRequest): Promise<readonly JsonObject[]> {
  let walk = await walkOnce(look, request);
  for (let walks = 1; walk.pages > 1 && walks < MOST_WALKS; walks += 1) {
    const again = await walkOnce(look, request);
    if (again.ids === walk.ids) break;
    walk = again;
  }
  return walk.items;
}

interface Walk {
  readonly items: readonly JsonObject[];
  readonly ids: string;
  readonly pages: number;
}

async function walkOnce({ lens, asked, next }: CallContext, request: WireRequest): Promise<Walk> {
  const items: JsonObject[] = [];
  const headers = credentialsOf(asked.request);
  const large = withParameter(request, 'per_page', String(MANY));
  const { collection } = lens.operationCall(request) ?? asked;
  for (let page = 1; ; page += 1) {
    const outcome = await next({ ...withParameter(large, 'page', String(page)), headers });
    const shown = isGranted(outcome) ? lens.items(collection, outcome) : [];
    items.push(...shown);
    if (shown.length > 0 && items.length < (totalIn(outcome) ?? 0)) continue;
    return { items, ids: items.map((item) => lens.id(collection, item)).join(), pages: page };
  }
}
