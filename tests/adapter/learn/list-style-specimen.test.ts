import { expect, test } from 'vitest';
import { specimenIn } from '../../../adapter/learn/list-style-specimen.js';
import type { Sample } from '../../../adapter/world/world-sample.js';
import type { Collection } from '../../../contract/resources.js';
import { ref } from '../../../generators/wire-value.js';

const record = (collection: Collection, key: string, payload: object) => ({
  id: key,
  draft: { ref: ref(collection, key), payload },
});
const sampleOf = (...records: readonly object[]): Sample => ({ records }) as unknown as Sample;

const music = record('categories', 'c0', { name: 'Music' });
const dance = record('categories', 'c1', { name: 'Dance' });
const concert = record('events', 'e1', { title: 'Concert', categories: [ref('categories', 'c0')] });
const ball = record('events', 'e2', { title: 'Ball', categories: [ref('categories', 'c1')] });

test('events that have a category each are asked for by both', () => {
  const found = specimenIn(sampleOf(music, dance, concert, ball));
  expect(found).toMatchObject({ collection: 'events', parameter: 'categories' });
  expect(found?.records.map(({ title }) => title)).toEqual(['Concert', 'Ball']);
});

test('where events show no categories, two of these are asked for by their ids', () => {
  const bare = ['Concert', 'Ball'].map((title, at) => record('events', `e${at}`, { title }));
  const found = specimenIn(sampleOf(...bare, music, dance));
  expect(found).toMatchObject({ collection: 'categories', parameter: 'include', bounds: { hide_empty: false } });
  expect(found?.records).toEqual([
    { title: 'Music', id: 'c0' },
    { title: 'Dance', id: 'c1' },
  ]);
});

test('one category, or two of one name, show nothing', () => {
  expect(specimenIn(sampleOf(music))).toBeUndefined();
  expect(specimenIn(sampleOf(music, record('categories', 'c9', { name: 'Music' })))).toBeUndefined();
});
