import { expect, test } from 'vitest';
import { findProvisioned, nothingProvisioned } from '../../../adapter/world/provisioned-records.js';
import type { WorldFile } from '../../../contract/world-file.js';
import { answer } from '../other-targets.js';
import { scripted } from '../ownership/scripted.js';

const file: WorldFile = {
  tags: [
    { key: 'free', name: 'Free' },
    { key: 'gratis', name: 'Gratis', language: 'nl' },
    { key: 'missing', name: 'Missing' },
  ],
  venues: [{ key: 'mill', venue: 'Mill', id: 77 }],
};

test('the records of a world file are found by name in their language, or by the id that the file states', async () => {
  const { calendar, lines } = scripted(({ target }) => {
    if (target.includes('/venues')) return answer(200, []);
    return answer(200, target.includes('=nl') ? [{ id: 6, name: 'Gratis' }] : [{ id: 5, name: { rendered: 'Free' } }]);
  });
  const provisioned = await findProvisioned(calendar, file);
  expect(['free', 'gratis', 'missing'].map((key) => provisioned.idOf('tags', key))).toEqual(['5', '6', undefined]);
  expect(provisioned.idOf('venues', 'mill')).toBe('77');
  expect(lines().filter((line) => line.includes('/events'))).toEqual([]);
});

test('a name is recognized however the target writes it', async () => {
  const { calendar } = scripted(() => answer(200, [{ id: 8, venue: 'The Pilots&#039; Pier &amp; Quay' }]));
  const venues = [{ key: 'pier', venue: "The Pilots' Pier & Quay" }];
  expect((await findProvisioned(calendar, { venues })).idOf('venues', 'pier')).toBe('8');
});

test('lists that fail find nothing, and throw nothing', async () => {
  const provisioned = await findProvisioned(scripted(() => answer(500)).calendar, file);
  expect(provisioned.idOf('tags', 'free')).toBeUndefined();
  expect(provisioned.idOf('venues', 'mill')).toBe('77');
});

test('without a world file nothing is provisioned', () => {
  expect(nothingProvisioned.idOf('tags', 'free')).toBeUndefined();
});
