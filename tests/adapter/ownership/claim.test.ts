import { expect, test } from 'vitest';
import { claimOf, toCreateClaim } from '../../../adapter/ownership/write-claim.js';

test('a claim says in which lists to search for the record of a create', () => {
  const body = { title: 'x', status: 'draft', slug: 'x' };
  expect(claimOf('events', 'cp1-1', body, { language: 'nl' })).toEqual({
    kind: 'create',
    collection: 'events',
    token: 'cp1-1',
    status: 'draft',
    slug: 'x',
    language: 'nl',
  });
  expect(claimOf('tags', 'cp1-2', { name: 'x', slug: 7 }, { segment: 'de' })).toEqual({
    kind: 'create',
    collection: 'tags',
    token: 'cp1-2',
    language: 'de',
  });
});

test('a claim survives a journal', () => {
  const claim = claimOf('events', 'cp1-1', { status: 'draft', slug: 'x' }, { language: 'nl' });
  expect(toCreateClaim(JSON.parse(JSON.stringify(claim)))).toEqual(claim);
});

test.each([
  [null],
  ['x'],
  [{}],
  [{ kind: 'update', collection: 'tags', address: '/tags/5' }],
  [{ kind: 'other' }],
  [{ kind: 'create', collection: 'users', token: 'x' }],
  [{ kind: 'create', collection: 'tags', token: 5 }],
])('%j is no claim of a create', (claim) => {
  expect(toCreateClaim(claim)).toBeUndefined();
});
