import { expect, test } from 'vitest';
import { createSlugIndex } from '../../../reference-server/store/slug-index.js';

test('thousands of namesakes each get a suffix of their own', () => {
  const slugs = createSlugIndex();
  const made = new Set<string>();
  for (let id = 1; id <= 20_000; id += 1) {
    const slug = slugs.free('events', 'en', 'same');
    slugs.set('events', 'en', slug, id);
    made.add(slug);
  }
  expect(made.size).toBe(20_000);
  expect(made).toContain('same-20000');
});

test('a suffix that is free again is given again', () => {
  const slugs = createSlugIndex();
  for (const [id, slug] of ['a', 'a-2', 'a-3'].entries()) slugs.set('tags', 'en', slug, id);
  expect(slugs.free('tags', 'en', 'a')).toBe('a-4');
  slugs.delete('tags', 'en', 'a-2');
  expect(slugs.free('tags', 'en', 'a')).toBe('a-2');
  expect(slugs.free('tags', 'nl', 'a')).toBe('a');
  expect(slugs.free('categories', 'en', 'a')).toBe('a');
});
