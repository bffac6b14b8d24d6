import { expect, test } from 'vitest';
import { toChoices } from '../../../adapter/profile/target-profile.js';
import { byId, bySlug, itemPath, pathWithin, rootIn, toTarget } from '../../../adapter/reading/paths.js';
import { resolveLink } from '../../../wire/link.js';
import { site as address } from '../ownership/scripted.js';

const site = { ...address, choices: toChoices(new Map()) };

test('items are addressed by id and by slug, percent-encoded', () => {
  expect(itemPath('tags', byId({ id: '5' }))).toBe('/tags/5');
  expect(itemPath('events', bySlug('a b/c?'))).toBe('/events/by-slug/a%20b%2Fc%3F');
});

test('a target is root, namespace, path and query', () => {
  expect(toTarget(site, '/tags')).toBe('/rest/vendor/events/v1/tags');
  expect(toTarget({ ...site, root: '' }, '')).toBe('/vendor/events/v1');
});

test('a query is percent-encoded, but lists stay readable', () => {
  const query = [
    ['include', '1,2'],
    ['tags[]', '3'],
    ['search', 'a&b=c d+e'],
  ] as const;
  expect(toTarget(site, '/events', { query })).toBe(
    '/rest/vendor/events/v1/events?include=1,2&tags[]=3&search=a%26b%3Dc%20d%2Be',
  );
});

test('a language is selected by parameter or by segment', () => {
  expect(toTarget(site, '/tags', { via: { language: 'nl' } })).toBe('/rest/vendor/events/v1/tags?ml_language=nl');
  expect(toTarget(site, '/tags', { via: { segment: 'nl' } })).toBe('/nl/rest/vendor/events/v1/tags');
});

test('the segment of a language is in the position of the target', () => {
  const under = (root: string, place: string) =>
    rootIn({ root, choices: toChoices(new Map([['language.segment-place', place]])) }, 'nl');
  expect(['', '/rest', '/site/rest'].map((root) => under(root, 'before-root'))).toEqual([
    '/nl',
    '/nl/rest',
    '/site/nl/rest',
  ]);
  expect(['', '/rest', '/site/rest'].map((root) => under(root, 'after-origin'))).toEqual([
    '/nl',
    '/nl/rest',
    '/nl/site/rest',
  ]);
});

test('a link is followed to the same target, whatever its origin', () => {
  expect(resolveLink('https://elsewhere.example/rest/x?page=2', '/rest/x')).toBe('/rest/x?page=2');
  expect(resolveLink('?page=2', '/rest/x?page=1')).toBe('/rest/x?page=2');
  expect(resolveLink('http://[', '/rest/x')).toBeUndefined();
});

test('a redirect is followed within the calendar alone, language segments included', () => {
  const within = (target: string): string | undefined => pathWithin(site, target);
  expect(within('/rest/vendor/events/v1/tags/5?ml_language=de')).toBe('/tags/5');
  expect(within('/de/rest/vendor/events/v1/tags/5')).toBe('/tags/5');
  expect(within('/rest/vendor/events/v1')).toBe('');
  for (const target of [
    '/rest/wp/v2/users',
    '/other/rest2/vendor/events/v1/tags',
    '/vendor/events/v12/tags',
    '/login',
  ]) {
    expect(within(target)).toBeUndefined();
  }
});
