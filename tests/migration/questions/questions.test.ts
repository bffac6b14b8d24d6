import { expect, test } from 'vitest';
import { queryOf } from '../../../contract/queries.js';
import { collections, resourceOf } from '../../../contract/resources.js';
import { toQuestionKey } from '../../../migration/questions/question.js';
import { type Sample, toQuestions } from '../../../migration/questions/questions.js';

const times = { start_date: '2030-01-01 10:00:00', end_date: '2030-01-01 11:00:00' };

/** Six records of each collection. */
const sample: Sample = Object.fromEntries(
  collections.map((collection) => [
    collection,
    Array.from({ length: 6 }, (_, index) => {
      const id = String(index + 1);
      const fields = { ...times, [resourceOf(collection).label]: `Walking ${id}`, slug: `walking-${id}` };
      return { collection, id, lists: ['default'], fields, other: {} };
    }),
  ]),
);

/** What has no value in the sample, and no meaning by itself. */
const unasked = ['page', 'parent', 'strict_dates', 'geoloc_lat', 'geoloc_lng'];

test('few are 160, none of them twice, and of all that all are', () => {
  const [few, all] = [toQuestions(sample, 'few'), toQuestions(sample, 'all')].map((some) => some.map(toQuestionKey));
  expect([few?.length, new Set(few).size]).toEqual([160, 160]);
  expect(all?.length).toBeGreaterThan(500);
  expect(few?.filter((key) => !all?.includes(key))).toEqual([]);
  expect(toQuestions(sample, 'none')).toEqual([]);
});

test.each(collections)('few have every parameter of %s, both kinds of items, and an error', (collection) => {
  const few = toQuestions(sample, 'few').filter((one) => one.collection === collection);
  const asked = new Set(few.flatMap(({ query = {} }) => Object.keys(query)));
  expect(Object.keys(queryOf(collection)).filter((name) => !asked.has(name) && !unasked.includes(name))).toEqual([]);
  const items = few.flatMap(({ item }) => (item ? [item] : []));
  expect(items.some(({ slug }) => slug !== undefined)).toBe(resourceOf(collection).bySlug);
  expect(items.some(({ of }) => of.id === '999999999')).toBe(true);
});
