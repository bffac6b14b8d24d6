import { beforeAll, describe, expect, test } from 'vitest';
import { collections } from '../../../contract/resources.js';
import type { WireShapes } from '../../../zoo/intercept/wire-view.js';
import { sightOfBare } from '../../zoo/bare.js';
import { interceptorOf } from './expect-blame.js';
import { failed, judgeLists } from './judge.js';

const requirements = { create: 'members', update: 'updated', delete: 'members' } as const;

let shapes: WireShapes;
beforeAll(async () => {
  shapes = await sightOfBare();
});

describe.each(collections)('a list of %s', (collection) => {
  test.each(Object.entries(requirements))('that no %s renews', async (kind, done) => {
    const judged = await judgeLists(interceptorOf(`lists.kept-over-${kind}`, shapes), `${collection}.list.fresh`, '');
    expect(failed(judged)).toEqual([`${collection}.list.fresh.${done}`]);
  });
});
