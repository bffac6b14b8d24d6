import { describe, expect, test } from 'vitest';
import { type Canon, toWrittenFields } from '../../../migration/writes/written-fields.js';
import type { Collection } from '../../../contract/resources.js';
import type { JsonObject } from '../../../wire/json.js';

/** One run on a target: the id of its record, its marker and its token number, another venue, and its clock. */
interface Run {
  readonly id: string;
  readonly marker: string;
  readonly number: number;
  readonly random: string;
  readonly now: string;
  readonly origin: string;
}

const runs: readonly Run[] = [
  { id: '4711', marker: 'cp1a2b3c', number: 9, random: 'q7x', now: '2026-11-30 10:00:00', origin: 'http://a:1' },
  { id: '4893', marker: 'cp9z8y7x', number: 10, random: 'k2p', now: '2031-01-02 03:04:05', origin: 'https://b' },
];

const shownBy = (run: Run, json: JsonObject, collection: Collection = 'events'): JsonObject => {
  const canon: Canon = {
    marker: run.marker,
    origin: run.origin,
    shape: undefined,
    nameOf: (kind, id) => (id === '900' ? `${kind} 1` : undefined),
  };
  return toWrittenFields({ collection, id: run.id, json: { id: Number(run.id), ...json } }, canon);
};

describe('what differs from run to run is not kept', () => {
  test.each<[string, (run: Run) => JsonObject, JsonObject]>([
    ['a token', ({ marker, number }) => ({ title: `Written 1 ${marker}-${number}` }), { title: 'Written 1 {mark}' }],
    [
      'a token that is joined otherwise, and one that is cut off',
      ({ marker, number }) => ({ excerpt: `${marker}_${number}`, cost: `In ${marker.slice(0, 5)}` }),
      { excerpt: '{mark}', cost: 'In {cut mark}' },
    ],
    ['a slug with the ID', ({ id }) => ({ slug: `trial-${id}` }), { slug: '{derived}' }],
    ['a slug that is the ID', ({ id }) => ({ slug: id }), { slug: '{id}' }],
    [
      'a random slug, in texts too',
      ({ random }) => ({ slug: random, excerpt: `More: /events/${random}/` }),
      { slug: '{derived}', excerpt: 'More: /events/{slug}/' },
    ],
    [
      'a slug as it was sent',
      ({ marker, number }) => ({ slug: `written-2-${marker}-${number}` }),
      { slug: 'written-2-{mark}' },
    ],
    [
      'the ID in texts, and the origin',
      ({ id, origin }) => ({
        excerpt: `No. ${id}, ${origin}/?p=${id}`,
        image: { url: `${origin}/i.png`, of: Number(id) },
      }),
      { excerpt: 'No. {id}, {origin}/?p={id}', image: { url: '{origin}/i.png', of: '{id}' } },
    ],
    ['who wrote it', ({ id }) => ({ author: Number(id) + 1 }), { author: '{other}' }],
    [
      'records of others',
      ({ id }) => ({ categories: [900, Number(id) + 1] }),
      { categories: ['categories 1', '{other}'] },
    ],
    ['the clock of the target', ({ now }) => ({ date: now }), { date: '{now}' }],
  ])('%s', (_, toJson, expected) => {
    for (const run of runs) expect(shownBy(run, toJson(run))).toEqual(expected);
  });
});

test('times and numbers that the script sent are kept', () => {
  const sent = { date: '2020-05-01 07:08:09', start_date: '2037-06-11 10:00:15', cost: '7 Quay Road' };
  for (const run of runs) {
    expect(shownBy({ ...run, id: '7' }, sent)).toEqual(sent);
    expect(shownBy({ ...run, id: '7' }, { excerpt: '/?p=7' })).toEqual({ excerpt: '/?p={id}' });
  }
});
