import { describe, expect, test } from 'vitest';
import { type Collection, collections } from '../../../contract/resources.js';
import type { Interceptor, Outcome } from '../../../wire/exchange.js';
import { failed, judgeLists } from './judge.js';

/** A cache of lists that only some methods clear. */
function caching(collection: Collection, clearing: readonly string[]): Interceptor {
  const answers = new Map<string, Outcome>();
  return async (request, next) => {
    const [path = ''] = request.target.split('?');
    if (clearing.includes(request.method)) answers.clear();
    if (request.method !== 'GET' || !path.endsWith(`/${collection}`)) return next(request);
    const kept = answers.get(request.target) ?? (await next(request));
    answers.set(request.target, kept);
    return kept;
  };
}

const updatedBy = { events: 'PATCH', venues: 'PUT', organizers: 'PUT', categories: 'PATCH', tags: 'PUT' } as const;

describe.each(collections)('a list of %s', (collection) => {
  const writes = { created: 'POST', updated: updatedBy[collection], deleted: 'DELETE' };

  test.each(Object.entries(writes))('that is not read anew after one is %s', async (done, method) => {
    const others = ['POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => one !== method);
    const judged = await judgeLists(caching(collection, others), `${collection}.list.fresh`, '');
    expect(failed(judged)).toEqual([`${collection}.list.fresh.${done}`]);
  });
});
