import { expect, test } from 'vitest';
import { learnPageSizes } from '../../../adapter/learn/list-parameters.js';
import { pageSizesOf } from '../../../adapter/profile/target-profile.js';
import { answer } from '../other-targets.js';
import { scripted } from '../ownership/scripted.js';

test.each([
  [50, 100],
  [25, 30],
  [20, 20],
  [10, 10],
  [10, 0],
])('a page holds %i where at most %i are allowed', async (size, most) => {
  const { calendar } = scripted(({ target }) =>
    Number(/per_page=(\d+)/.exec(target)?.[1]) > most ? answer(400, {}) : answer(200, []),
  );
  expect(await learnPageSizes(calendar)).toEqual(pageSizesOf(size));
});

const ALL = Array.from({ length: 27 }, (_, index) => ({ id: index + 1 }));

/** Returns at most so many, by default, of a total of 27. */
const clamping = (most: number, { total = ALL.length, lastAgain = false } = {}) =>
  scripted(({ target }) => {
    const query = new URLSearchParams(target.split('?')[1]);
    const size = Math.min(Number(query.get('per_page')), most);
    const page = Number(query.get('page') ?? 1);
    const at = lastAgain ? Math.min(page, Math.ceil(ALL.length / size)) : page;
    return answer(200, { tags: ALL.slice((at - 1) * size, at * size), total });
  }).calendar;

test('a target that returns fewer records than requested has that page size', async () => {
  expect((await learnPageSizes(clamping(10))).tags).toBe(10);
  expect((await learnPageSizes(clamping(25))).tags).toBe(25);
});

test('a page that is not full is no limit if only a wrong total suggests more', async () => {
  expect((await learnPageSizes(clamping(50, { total: 28 }))).tags).toBe(50);
  expect((await learnPageSizes(clamping(50, { total: 28, lastAgain: true }))).tags).toBe(50);
});

test('each collection has its own', async () => {
  const most: Readonly<Record<string, number>> = { events: 20, categories: 25 };
  const { calendar } = scripted(({ target }) => {
    const [, collection = ''] = /\/(\w+)\?/.exec(target) ?? [];
    return Number(/per_page=(\d+)/.exec(target)?.[1]) > (most[collection] ?? 50) ? answer(400, {}) : answer(200, []);
  });
  expect(await learnPageSizes(calendar, { largeVenues: 100 })).toEqual({ ...pageSizesOf(50), ...most });
});
