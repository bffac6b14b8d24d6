import { expect, test } from 'vitest';
import { learnPageSize } from '../../../target/learn/page-size.js';
import { answer } from '../other-targets.js';
import { scripted } from '../scripted.js';

test.each([
  [50, 100],
  [25, 30],
  [10, 10],
  [10, 0],
])('a page holds %i where at most %i are allowed', async (size, most) => {
  const { calendar } = scripted(({ target }) =>
    Number(/per_page=(\d+)/.exec(target)?.[1]) > most ? answer(400, {}) : answer(200, []),
  );
  expect(await learnPageSize(calendar)).toBe(size);
});
