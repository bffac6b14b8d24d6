import { expect, test } from 'vitest';
import { createWorld, type WorldRecord } from '../../../adapter/world/world.js';
import { emptyWorld } from '../../fixtures/scripted.js';
import { type Line, nominated, profile } from './streams.js';

const kept = 'coherence.kept-write.anywhere';

const made = (ref: WorldRecord['ref'], id: string, body: WorldRecord['body']): WorldRecord => ({
  ref,
  id,
  slug: undefined,
  status: undefined,
  complete: true,
  payload: {},
  body,
  language: undefined,
});

const harbor = made({ ref: 'venues', key: 'v1' }, '7', { venue: 'Harbor hall', description: 'Two words' });
const party = made({ ref: 'events', key: 'e1' }, '9', { title: 'Garden party', featured: true, venue: [7] });
const worldOf = (...records: readonly WorldRecord[]) => createWorld({ ...emptyWorld, profile, records, localized: [] });

const venue = { id: 7, venue: 'Harbor hall', description: 'Two words' };
const event = { id: 9, title: 'Garden party', featured: true, venue: [venue] };
const list = (...events: readonly (typeof event)[]): Line => [
  'GET /events',
  { show: { events: [...events], total: 1 } },
];

test('records of the world that are shown as they were sent count for nothing, wherever they are', () => {
  const lines: readonly Line[] = [['GET /venues/7', { show: venue }], list(event)];
  expect(nominated(lines, worldOf(harbor, party))).not.toHaveProperty([kept]);
});

test('what a list, an item or an event that is linked shows otherwise is nominated', () => {
  const world = worldOf(harbor, party);
  const cut = { ...venue, description: 'Two' };
  const expected = 'expected description "Two words" of venues/7, as it was sent, observed "Two"';
  expect(nominated([['GET /venues/7', { show: cut }]], world)[kept]).toEqual([expected]);
  expect(nominated([list({ ...event, venue: [cut] })], world)[kept]).toEqual([expected]);
  expect(nominated([list({ ...event, featured: false })], world)[kept]).toEqual([
    'expected featured true of events/9, as it was sent, observed false',
  ]);
});

test('what was found, or may be hidden, is not judged', () => {
  const line = [list({ ...event, title: 'Other' })];
  expect(nominated(line, worldOf({ ...party, complete: false }))).not.toHaveProperty([kept]);
  expect(nominated(line, worldOf({ ...party, redacted: true }))).not.toHaveProperty([kept]);
  expect(nominated(line)).not.toHaveProperty([kept]);
});
