import { expect, test } from 'vitest';
import { learnFlagStyle } from '../../../adapter/learn/list-parameters.js';
import type { FlagStyle } from '../../../generators/encode.js';
import { answer } from '../other-targets.js';
import { scripted } from '../ownership/scripted.js';

const granted = answer(200, { tags: [] });
const refused = answer(400, { code: 'invalid' });
const refusing = (query: RegExp) => scripted(({ target }) => (query.test(target) ? refused : granted));

test.each<[FlagStyle, RegExp, number]>([
  ['words', /never/, 1],
  ['words', /per_page=50/, 2],
  ['words', /hide_empty/, 3],
  ['digits-as-stated', /hide_empty=(true|false)/, 4],
  ['digits', /=(true|false)/, 4],
])('flags are learned to be taken as %s where %j is refused', async (style, query, requests) => {
  const { calendar, lines } = refusing(query);
  expect(await learnFlagStyle(calendar)).toBe(style);
  expect(lines()).toHaveLength(requests);
});
