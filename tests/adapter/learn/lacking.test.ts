import { describe, expect, test } from 'vitest';
import type { OpenOptions } from '../../../adapter/calendar/target-context.js';
import { forbiddenWrites, hasSegments, lacking, lackingValues, provided } from '../../../adapter/learn/capabilities.js';
import { existingNeeds } from '../../../adapter/learn/existing-events.js';
import type { Built } from '../../../adapter/world/build-world.js';
import { operations } from '../../../contract/operations.js';
import type { WorldFile } from '../../../contract/world-file.js';
import completeWorld from '../../../fixtures/worlds/complete.json' with { type: 'json' };
import { ref } from '../../../generators/wire-value.js';
import { answered } from '../answers.js';
import { answer } from '../other-targets.js';
import { scripted } from '../ownership/scripted.js';

const answeredWith = (collection: 'tags' | 'events', status: number): Built => ({
  draft: { ref: ref(collection, 'x'), payload: {} },
  written: { collection, body: {}, exchange: answered({}, { status }) },
  id: undefined,
  shown: undefined,
});

describe('language segments', () => {
  const isNl = ({ target }: { readonly target: string }): boolean => target.startsWith('/nl/');
  test('exist if one of them returns a list', async () => {
    const { calendar, lines } = scripted((request) => (isNl(request) ? answer(200, []) : answer(404)));
    expect(await hasSegments(calendar)).toBe(true);
    expect(lines()).toHaveLength(3);
  });
  test('do not exist if they return pages or nothing', async () => {
    expect(await hasSegments(scripted(() => answer(404)).calendar)).toBe(false);
    expect(await hasSegments(scripted(() => answer(200, 'a page')).calendar)).toBe(false);
    expect(await hasSegments(scripted(() => ({ kind: 'reset', message: 'x' })).calendar)).toBe(false);
  });
});

describe('a world file provides', () => {
  test('what only it provides', () => {
    expect(provided(completeWorld as WorldFile).toSorted()).toEqual([
      'extension.geoloc',
      'extension.tickets',
      'provisioned.post-parent',
      'provisioned.protected-event',
    ]);
  });
  test('nothing if it is empty, and no data of an extension that is off', () => {
    expect(provided({})).toEqual([]);
    expect(provided({ ...(completeWorld as WorldFile), extensions: [] })).not.toContain('extension.tickets');
  });
});

describe('writes are forbidden', () => {
  test.each([401, 403])('where creates are answered with %i: all of that collection, with the reason', (status) => {
    const lacks = forbiddenWrites([answeredWith('tags', status), answeredWith('events', 201)]);
    expect([...lacks.keys()]).toEqual([
      'tags.create',
      'tags.delete',
      'tags.update.post',
      'tags.update.put',
      'tags.update.patch',
    ]);
    expect(lacks.get('tags.delete')).toContain(`${status}`);
  });
  test('not if some creates were granted or failed in another way', () => {
    expect(forbiddenWrites([answeredWith('tags', 403), answeredWith('tags', 201)]).size).toBe(0);
    expect(forbiddenWrites([answeredWith('tags', 405), answeredWith('events', 500)]).size).toBe(0);
  });
});

test('values are lacking if none is known', () => {
  expect(lackingValues({ author: [1], image: [], status: ['draft'] })).toEqual(['accepted.image']);
});

describe('the lacking capabilities', () => {
  const none = { author: [], image: [], status: [] };
  const learned = { accepted: none, segments: false, habits: [], named: [], built: [], shapes: {} };
  const options = (mode: OpenOptions['mode'], worldFile?: WorldFile): OpenOptions =>
    ({ mode, ...(worldFile && { worldFile }) }) as OpenOptions;

  test('have a reason each', () => {
    const lacks = lacking(options('sandbox'), learned);
    expect(lacks.get('language.segment')).toContain('segment');
    expect([...lacks.values()].every((reason) => reason.length > 10)).toBe(true);
    expect(lacks.has('tags.create')).toBe(false);
  });
  test('include every write in readonly mode', () => {
    const lacks = lacking(options('readonly'), learned);
    const writes = operations.filter(({ method }) => method !== 'GET');
    expect(writes.filter(({ id }) => !lacks.has(id))).toEqual([]);
    expect(lacks.has('tags.read')).toBe(false);
  });
  test('include the operations by slug of collections without slugs', () => {
    const shown = { id: ['id'], fields: { slug: { path: ['slug'], form: 'identity' } } } as const;
    const shapes = { events: shown, venues: { id: ['id'], fields: {} }, tags: { id: ['id'], fields: {} } } as const;
    const lacks = lacking(options('sandbox'), { ...learned, shapes });
    expect(lacks.get('venues.by-slug.delete')).toBe('venues show no slug');
    expect([...lacks.keys()].filter((name) => name.includes('by-slug') && !name.startsWith('venues.'))).toEqual([]);
  });
  test('are only those that need a search, if everything exists', () => {
    const whole = {
      accepted: { author: [1], image: ['x'], status: ['draft'] },
      segments: true,
      habits: ['http.challenge', 'login.password', 'http.etag', 'http.location'] as const,
      named: ['named.categories', 'named.tags', 'named.venue', 'named.organizer'] as const,
      built: [],
      shapes: {},
    };
    const lacks = lacking(options('sandbox', completeWorld as WorldFile), whole);
    const sought = [...lacks.keys()].filter((name) => !name.startsWith('identity.') && name !== 'world.seasons');
    expect(sought).toEqual(existingNeeds);
  });
});
