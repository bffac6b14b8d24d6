import { expect, test } from 'vitest';
import { findClaimed } from '../../../adapter/ownership/reclaim.js';
import type { CreateClaim } from '../../../adapter/ownership/write-claim.js';
import { answer } from '../other-targets.js';
import { scripted } from './scripted.js';

const marker = 'cp5n1a1a';
const claim = (number: number, more: Partial<CreateClaim> = {}): CreateClaim => ({
  kind: 'create',
  collection: 'tags',
  token: `${marker}-${number}`,
  ...more,
});
const tag = (id: number, text: string) => ({ id, name: text });

test('only records with the token are found', async () => {
  const { calendar, lines } = scripted(() =>
    answer(200, [tag(5, `Free ${marker}-1`), tag(6, `Free ${marker}-11`), tag(7, marker), tag(8, 'Free')]),
  );
  const found = await findClaimed(calendar, { marker, claims: [claim(1)] });
  expect(found).toEqual([{ record: { collection: 'tags', id: '5', proven: true }, claim: claim(1) }]);
  expect(lines()[0]).toBe(`GET /tags?per_page=50&hide_empty=false&search=${marker}`);
});

test('lists are requested in the status and language of a claim, each only once', async () => {
  const { calendar, lines } = scripted(() => answer(200, []));
  const drafts = { collection: 'events', status: 'draft', language: 'nl' } as const;
  await findClaimed(calendar, { marker, claims: [claim(1, drafts), claim(2, drafts)] });
  expect(lines()).toEqual([
    `GET /events?per_page=50&starts_after=1900-01-01&starts_before=2200-01-01&status=draft&search=${marker}&ml_language=nl`,
  ]);
});

test('a list is read if it refuses a search', async () => {
  const { calendar } = scripted(({ target }) =>
    /search/.test(target) ? answer(400) : answer(200, [tag(5, `${marker}-1`)]),
  );
  expect(await findClaimed(calendar, { marker, claims: [claim(1)] })).toHaveLength(1);
});

test('a status that is refused, where the list is not, is not asked for in other ways', async () => {
  const { calendar, lines } = scripted(({ target }) => (/status=/.test(target) ? answer(400) : answer(200, [])));
  await findClaimed(calendar, { marker, claims: [claim(1, { collection: 'venues', status: 'odd' })] });
  expect(lines()).toEqual([
    `GET /venues?per_page=50&status=odd&search=${marker}`,
    `GET /venues?per_page=50&search=${marker}`,
  ]);
});

test('a status is asked for in other ways where searches are refused', async () => {
  const { calendar } = scripted(({ target }) =>
    target.endsWith('status=draft') ? answer(200, [{ id: 5, venue: `${marker}-1` }]) : answer(400),
  );
  const claims = [claim(1, { collection: 'venues', status: 'draft' })];
  expect(await findClaimed(calendar, { marker, claims })).toHaveLength(1);
});

test('a search that does not find it is trusted, unless it is thorough', async () => {
  const search = /search/;
  const respond = ({ target }: { readonly target: string }) =>
    answer(200, search.test(target) ? [] : [tag(5, `${marker}-1`)]);
  expect(await findClaimed(scripted(respond).calendar, { marker, claims: [claim(1)] })).toEqual([]);
  expect(await findClaimed(scripted(respond).calendar, { marker, claims: [claim(1)], thorough: true })).toHaveLength(1);
});

test('a thorough search finds a record in a status that was not requested', async () => {
  const { calendar } = scripted(({ target }) =>
    answer(200, /status=pending/.test(target) ? [{ id: 5, venue: `${marker}-1` }] : []),
  );
  const claims = [claim(1, { collection: 'venues', status: 'publish' })];
  expect(await findClaimed(calendar, { marker, claims, thorough: true })).toHaveLength(1);
});

test('a thorough search finds by slug a record that no list shows', async () => {
  const { calendar, lines } = scripted(({ target }) =>
    /by-slug/.test(target) ? answer(200, { id: 5, title: 'x', slug: `x-${marker}-1` }) : answer(200, []),
  );
  const claims = [claim(1, { collection: 'events', slug: `x-${marker}-1` })];
  expect(await findClaimed(calendar, { marker, claims, thorough: true })).toMatchObject([{ record: { id: '5' } }]);
  expect(lines().at(-1)).toBe(`GET /events/by-slug/x-${marker}-1`);
});

test('a thorough search finds terms by slug in their list', async () => {
  const { calendar } = scripted(({ target }) =>
    answer(200, /[?&]slug=/.test(target) ? [{ id: 5, name: 'x', slug: `x-${marker}-1` }] : []),
  );
  const claims = [claim(1, { slug: `x-${marker}-1` })];
  expect(await findClaimed(calendar, { marker, claims, thorough: true })).toHaveLength(1);
});
