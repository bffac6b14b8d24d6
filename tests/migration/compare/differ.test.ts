import { describe, expect, test } from 'vitest';
import { differ } from '../../../migration/compare/differ.js';
import type { SnapshotRecord } from '../../../migration/snapshot/canonical-record.js';
import type { JsonObject } from '../../../wire/json.js';

const record = (fields: JsonObject, other: JsonObject = {}): SnapshotRecord => ({
  collection: 'events',
  id: '1',
  lists: ['default'],
  fields,
  other,
});

const comparing = {
  relate: (_: string, id: string) => (id === '9' ? undefined : String(Number(id) + 100)),
  volatile: new Set(['events.views']),
};

const causes = (before: JsonObject, after: JsonObject): readonly string[] =>
  differ(record(before), record(after), comparing).map(({ cause }) => cause);

const at = (start: string, utc: string): JsonObject => ({
  start_date: `2030-07-01 ${start}`,
  utc_start_date: `2030-07-01 ${utc}`,
  end_date: '2030-07-02 10:00:00',
  utc_end_date: '2030-07-02 08:00:00',
});

describe('what differs is named by its cause', () => {
  test.each<[string, JsonObject, JsonObject, readonly string[]]>([
    ['nothing', { title: 'A', cost: '5' }, { cost: '5', title: 'A' }, []],
    ['escaped', { title: 'Rock &amp; Roll' }, { title: 'Rock &amp;amp; Roll' }, ['text.escaped']],
    ['unescaped', { title: 'Rock &amp; Roll' }, { title: 'Rock & Roll' }, ['text.unescaped']],
    ['typography', { title: 'It’s “on”' }, { title: 'It&#8217;s "on"' }, ['text.notation']],
    ['cut', { description: 'A long story of walks' }, { description: 'A long story…' }, ['text.cut']],
    ['another text', { title: 'A walk' }, { title: 'A talk' }, ['value.changed']],
    ['lost', { website: 'https://a.example' }, { website: null }, ['value.lost']],
    ['gained', { website: null }, { website: 'https://a.example' }, ['value.gained']],
    ['emptiness', { image: null }, { image: false }, ['value.empty']],
    ['a flag', { featured: true }, { featured: false }, ['value.changed']],
    ['a number as text', { cost: 5 }, { cost: '5' }, ['value.type']],
    ['not shown', { cost: '5' }, {}, ['field.vanished']],
    ['shown', {}, { cost: '5' }, ['field.new']],
    ['suffix', { slug: 'walk-3' }, { slug: 'walk-3-2' }, ['slug.suffix']],
    ['another slug', { slug: 'walk' }, { slug: 'talk' }, ['slug.changed']],
    ['a mapped link', { venue: ['1'] }, { venue: ['101'] }, []],
    ['a link that was not mapped', { venue: ['1'] }, { venue: ['1'] }, ['relation.changed']],
    ['a link to what is gone', { venue: ['9', '1'] }, { venue: ['101'] }, []],
    ['a lost link', { venue: ['1', '2'] }, { venue: ['101'] }, ['relation.lost']],
    ['another instant', at('10:00:00', '08:00:00'), at('10:00:00', '09:00:00'), ['time.instant']],
    ['another clock', at('10:00:00', '08:00:00'), at('11:00:00', '08:00:00'), ['time.wall']],
    ['another time', at('10:00:00', '08:00:00'), at('11:00:00', '09:00:00'), ['time.moved']],
    ['a stamp', { modified: '2030-01-01 10:00:00' }, { modified: '2030-01-02 10:00:00' }, ['value.volatile']],
    ['what is volatile', { views: 1 }, { views: 2 }, ['value.volatile']],
  ])('%s', (_, before, after, expected) => {
    expect(causes(before, after)).toEqual(expected);
  });
});
