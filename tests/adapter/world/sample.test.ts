import { describe, expect, test } from 'vitest';
import { createBindings } from '../../../adapter/calendar/bindings.js';
import { blankProfile } from '../../../adapter/profile/target-profile.js';
import { toSampledRecords, windowOf } from '../../../adapter/world/found-records.js';
import { sampleWorld, toDraft } from '../../../adapter/world/world-sample.js';
import { ref } from '../../../generators/wire-value.js';
import type { JsonObject, JsonValue } from '../../../wire/json.js';
import { answer } from '../other-targets.js';
import { scripted, site } from '../ownership/scripted.js';
import { recorded } from '../recorded.js';

const lists: Readonly<Record<string, JsonValue>> = {
  tags: [{ id: 3, name: 'Free', slug: 'free' }, 'odd', { name: 'no id' }],
  venues: { venues: [{ id: 5, venue: 'Mill' }] },
  events: {
    events: [
      {
        id: 7,
        title: 'Concert',
        start_date: '2030-05-01T10:00:00',
        end_date: 'soon',
        venue: { id: 5 },
        tags: [{ id: 3 }, { id: 99 }],
      },
    ],
  },
};

const target = () =>
  scripted(({ target: path }) => {
    const name = /v1\/([a-z]+)/.exec(path)?.[1] ?? '';
    return lists[name] === undefined ? answer(500) : answer(200, lists[name]);
  });

describe('existing records are sampled', () => {
  test('with relations to what was sampled before', async () => {
    const { calendar, bindings, lines } = target();
    const { records: sampled } = await sampleWorld(calendar, bindings);
    expect(lines()).toContain('GET /tags?per_page=50&hide_empty=false');
    expect(sampled.map(({ draft }) => draft)).toEqual([
      { ref: ref('tags', '3'), payload: { name: 'Free', slug: 'free' } },
      { ref: ref('venues', '5'), payload: { venue: 'Mill' } },
      {
        ref: ref('events', '7'),
        payload: {
          title: 'Concert',
          start_date: '2030-05-01 10:00:00',
          venue: [ref('venues', '5')],
          tags: [ref('tags', '3')],
        },
      },
    ]);
    expect(bindings.idOf(ref('venues', '5'))).toBe('5');
  });

  test('including past events, if few are ahead', async () => {
    const past = { id: 8, title: 'Bygone', start_date: '2020-05-01 10:00:00' };
    const { calendar, bindings } = scripted(({ target: path }) =>
      path.includes('/events') ? answer(200, path.includes('1900') ? [past] : []) : answer(500),
    );
    expect((await sampleWorld(calendar, bindings)).records.map(({ id }) => id)).toEqual(['8']);
  });

  test('and known to be incomplete, with the slug as shown', async () => {
    const { calendar, bindings } = target();
    const fields = { slug: { path: ['slug'], form: 'identity' } } as const;
    const profile = { ...blankProfile(site), shapes: { tags: { id: ['id'], fields } } };
    const [record] = toSampledRecords((await sampleWorld(calendar, bindings)).records, profile);
    expect(record).toMatchObject({ id: '3', slug: 'free', complete: false, language: undefined });
  });

  test('as nothing if nothing can be listed', async () => {
    const { calendar, bindings } = scripted(() => answer(404, {}));
    expect(await sampleWorld(calendar, bindings)).toEqual({ records: [], pages: [] });
  });
});

const draftOf = (json: JsonObject) => toDraft({ collection: 'events', id: '7', json }, createBindings()).payload;

test('a shown value is taken as it would be sent, but not if it is empty or of another type', () => {
  const shown = { title: '', description: 5, all_day: true, featured: null, sticky: 'yes', venue: [], excerpt: null };
  expect(draftOf(shown)).toEqual({ all_day: true, venue: [] });
});

test('an event of a real service is taken', () => {
  const { body } = recorded('read-event');
  const payload = draftOf(body as JsonObject);
  expect(payload).toMatchObject({ start_date: '2027-04-01 10:00:00', all_day: false, timezone: 'America/New_York' });
  expect(payload.venue).toEqual([]);
});

describe('the window of a sample', () => {
  const event = (start: string, end: string) => ({ payload: { start_date: start, end_date: end } });
  test('bounds its events', () => {
    const sampled = [
      event('2030-05-01 10:00:00', '2030-05-03 10:00:00'),
      event('2029-12-31 23:00:00', '2030-01-01 01:00:00'),
    ];
    expect(windowOf(sampled, '2026-01-01')).toEqual({ from: '2029-12-30', to: '2030-05-04' });
  });
  test('is around today if there are none', () => {
    expect(windowOf([], '2026-01-01')).toEqual({ from: '2025-12-31', to: '2026-01-02' });
  });
});
