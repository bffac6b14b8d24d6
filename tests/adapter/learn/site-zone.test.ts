import { expect, test } from 'vitest';
import { learnSiteZone } from '../../../adapter/learn/site-zone.js';
import type { Built } from '../../../adapter/world/build-world.js';
import { ref } from '../../../generators/wire-value.js';
import type { JsonObject } from '../../../wire/json.js';

const path = (name: string) => ({ path: [name], form: 'identity' as const });
const shapes = {
  events: {
    id: ['id'],
    fields: Object.fromEntries(['start_date', 'utc_start_date', 'timezone'].map((name) => [name, path(name)])),
  },
};

/** An event that was sent without a zone unless one is given, as it is shown. */
const event = (json: JsonObject, timezone?: string): Built => ({
  draft: { ref: ref('events', 'e'), payload: timezone === undefined ? {} : { timezone } },
  written: {} as Built['written'],
  id: '1',
  shown: { collection: 'events', id: '1', json },
});

const at = (start: string, utc: string): JsonObject => ({ start_date: start, utc_start_date: utc });
const winter = at('2030-01-15 12:00:00', '2030-01-15 11:00:00');
const summer = at('2030-07-15 12:00:00', '2030-07-15 10:00:00');

test('events that were sent without a zone show the zone of the site', () => {
  const shown = [winter, summer].map((json) => event({ ...json, timezone: 'Europe/Brussels' }));
  const other = event({ ...winter, timezone: 'Asia/Tokyo' }, 'Asia/Tokyo');
  expect(learnSiteZone(shapes, [...shown, other])).toBe('Europe/Brussels');
  expect(learnSiteZone(shapes, [event({ timezone: 'UTC+0' })])).toBe('UTC+0');
});

test('a zone that the shown UTC times contradict is not known', () => {
  expect(learnSiteZone(shapes, [event({ ...summer, timezone: 'UTC' })])).toBeUndefined();
  const zones = ['UTC', 'Europe/Brussels'].map((timezone) => event({ timezone }));
  expect(learnSiteZone(shapes, zones)).toBeUndefined();
});

test('without a shown zone, only an offset that both seasons share is one', () => {
  const inUtc = ['2030-01-15 12:00:00', '2030-07-15 12:00:00'].map((time) => event(at(time, time)));
  expect(learnSiteZone(shapes, inUtc)).toBe('UTC+0');
  expect(learnSiteZone(shapes, inUtc.slice(0, 1))).toBeUndefined();
  expect(learnSiteZone(shapes, [event(winter), event(summer)])).toBeUndefined();
  expect(learnSiteZone(shapes, [])).toBeUndefined();
});
