import { expect, test } from 'vitest';
import { toMarkup } from '../../../reports/html/html-template.js';
import { toLearned } from '../../../reports/html/learned-view.js';
import type { JsonObject } from '../../../wire/json.js';

const textOf = (learned: JsonObject): string =>
  toMarkup(toLearned(learned))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test('each fact stands with what showed it, at the top and further in', () => {
  const choices = { choices: { 'list.order': 'by id' }, evidence: { 'list.order': { query: 'a query' } } };
  expect(textOf(choices)).toBe('choices list.order by id evidence query a query');
  const evidence = {
    'page.cap': [
      { request: 'GET /a', shows: '50' },
      { request: 'GET /b', shows: '50' },
    ],
  };
  expect(textOf({ profile: { facts: { 'page.cap': 50 }, evidence } })).toMatch(
    /^profile facts page\.cap 50 evidence, in 2 exchanges .*GET \/a.*GET \/b/,
  );
});

test('facts stand in sentences first, each with its evidence, and all values below', () => {
  const sentences = { 'page.cap': 'A page holds at most 50.' };
  const evidence = { 'page.cap': [{ request: 'GET /a', shows: '50' }] };
  expect(textOf({ shapes: {}, profile: { sentences, facts: { 'page.cap': 50 }, evidence } })).toMatch(
    /^A page holds at most 50\. page\.cap evidence, in 1 exchange .*All values shapes none profile/,
  );
});

test('evidence that is about nothing is not lost', () => {
  expect(textOf({ evidence: 'none was taken' })).toBe('evidence none was taken');
});

test('facts of one form stand in a table, and names are words', () => {
  const markup = toMarkup(toLearned({ totalPages: { events: { in: 'body' }, venues: { in: 'header' } } }));
  expect(markup).toContain('total pages');
  expect(markup.match(/<tr>/g)).toHaveLength(3);
});

test('says that nothing was learned', () => {
  expect(textOf({})).toBe('nothing');
});
