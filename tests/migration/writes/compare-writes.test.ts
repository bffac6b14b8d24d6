import { describe, expect, test } from 'vitest';
import { compareWrites } from '../../../migration/writes/compare-writes.js';
import type { WriteAnswer } from '../../../migration/writes/write-answer.js';
import type { JsonObject } from '../../../wire/json.js';
import { toIntendedChange } from '../../../migration/compare/intended-change.js';
import { writeScript } from '../../../migration/writes/write-script.js';

const put: WriteAnswer = {
  write: 'PUT events by id',
  collection: 'events',
  kind: 'update',
  status: 200,
  sent: { excerpt: 'In short 3', featured: true, venue: ['venues 1', 'venues 2'] },
  answered: { excerpt: 'In short 3', venue: ['venues 1', 'venues 2'] },
  after: { status: 200, fields: { excerpt: 'In short 3', featured: 1, venue: ['venues 1', 'venues 2'] } },
};

const shown = (fields: JsonObject): WriteAnswer => ({
  ...put,
  after: { status: 200, fields: { ...put.after?.fields, ...fields } },
});

const readAs = (answer: WriteAnswer, status: number): WriteAnswer => ({ ...answer, after: { status } });

interface Sides {
  readonly before: readonly WriteAnswer[];
  readonly after: readonly WriteAnswer[];
  readonly volatile?: readonly string[];
  readonly map?: string;
}

function compare({ before, after, volatile = [], map = '' }: Sides) {
  const intended = [toIntendedChange(map)].flatMap((change) => change ?? []);
  return compareWrites({ a: before, b: after, volatile: new Set(volatile), intended });
}

const causes = (sides: Sides) => compare(sides).findings.map(({ cause, class: kind, field }) => [cause, kind, field]);

const remove: WriteAnswer = {
  write: 'DELETE tags',
  collection: 'tags',
  kind: 'delete',
  status: 200,
  answered: {},
  after: { status: 404 },
};
const list: WriteAnswer = { write: 'GET tags', collection: 'tags', kind: 'list', status: 200, listed: 0 };
const { answered: _, ...silent } = put;

describe('answers to a write', () => {
  test.each<[string, WriteAnswer, WriteAnswer, readonly unknown[]]>([
    ['alike', put, put, []],
    ['refused', put, { ...put, status: 400 }, [['write.refused', 'breaking', 'update of events']]],
    ['accepted', { ...put, status: 400 }, put, [['write.accepted', 'behavioural', 'update of events']]],
    ['unanswered', put, { ...put, status: 0 }, [['write.refused', 'breaking', 'update of events']]],
    ['another status', put, { ...put, status: 201 }, [['write.status', 'behavioural', 'update of events']]],
    ['a lost value', put, shown({ excerpt: 'In short 2' }), [['write.lost', 'breaking', 'events.excerpt']]],
    ['a lost flag in another notation', put, shown({ featured: 0 }), [['write.lost', 'breaking', 'events.featured']]],
    ['a lost link', put, shown({ venue: ['venues 1'] }), [['write.lost', 'breaking', 'events.venue']]],
    ['a value that is kept now', shown({ excerpt: '' }), put, [['write.changed', 'behavioural', 'events.excerpt']]],
    ['what was not sent', put, shown({ cost: '' }), [['write.changed', 'behavioural', 'events.cost']]],
    ['a record that stays', remove, readAs(remove, 200), [['write.left', 'breaking', 'tags']]],
    ['a record that stays no more', readAs(remove, 200), remove, [['write.removed', 'behavioural', 'tags']]],
    ['a DELETE that breaks the read', remove, readAs(remove, 500), [['write.read', 'behavioural', 'DELETE of tags']]],
    ['a record that goes', put, readAs(put, 404), [['write.gone', 'breaking', 'update of events']]],
    ['a record that can be read now', readAs(put, 404), put, [['write.readable', 'behavioural', 'update of events']]],
    ['a record that is listed', list, { ...list, listed: 1 }, [['write.left', 'breaking', 'tags']]],
    ['a record that is listed no more', { ...list, listed: 1 }, list, [['write.removed', 'behavioural', 'tags']]],
    ['a list that is refused', list, { ...list, status: 500 }, [['write.gone', 'breaking', 'list of tags']]],
    ['a response without a record', put, silent, [['write.silent', 'breaking', 'update of events']]],
    ['a response with a record', silent, put, [['write.shown', 'additive', 'update of events']]],
  ])('%s', (_name, before, after, expected) => {
    expect(causes({ before: [before], after: [after] })).toEqual(expected);
  });

  test('what the response alone shows is not lost', () => {
    const after = { ...put, answered: { ...put.answered, excerpt: '{gone}' } };
    expect(causes({ before: [put], after: [after] })).toEqual([['write.response', 'behavioural', 'events.excerpt']]);
  });

  test('a field that differs with every read is not compared', () => {
    const sides = { before: [shown({ image: '/i?key=1' })], after: [shown({ image: '/i?key=2' })] };
    expect(causes({ ...sides, volatile: ['events.image'] })).toEqual([]);
    expect(causes(sides)).toEqual([['write.changed', 'behavioural', 'events.image']]);
  });

  test('a host that is meant to move is expected to, except in what was sent', () => {
    const sent = { ...put, sent: { website: 'https://old.example/1' } };
    const at = (host: string): WriteAnswer => ({
      ...sent,
      after: { status: 200, fields: { website: 'https://old.example/1', image: `https://${host}/i.png` } },
    });
    const sides = { before: [at('old.example')], after: [at('new.example')] };
    expect(causes({ ...sides, map: 'host:old.example=new.example' })).toEqual([]);
    expect(causes(sides)).toEqual([['write.changed', 'behavioural', 'events.image']]);
  });

  test('what is linked to a record that stays is no finding in the read that follows', () => {
    const event: WriteAnswer = { write: 'GET events', collection: 'events', kind: 'read', status: 200 };
    const linked = (tags: readonly string[], own = event): WriteAnswer => ({
      ...own,
      after: { status: 200, fields: { tags } },
    });
    const left = readAs(remove, 200);
    const found = (after: WriteAnswer) =>
      causes({ before: [remove, linked([])], after: [after, linked(['tags 1'])] }).map(([cause]) => cause);
    expect(found(left)).toEqual(['write.left']);
    expect(found(remove)).toEqual(['write.changed']);
    const earlier = { before: [linked([], put), remove], after: [linked(['tags 1'], put), left] };
    expect(causes(earlier).map(([cause]) => cause)).toEqual(['write.left', 'write.changed']);
  });

  test('other bodies are not compared', () => {
    const { compared, findings } = compare({ before: [put], after: [{ ...put, status: 400, sent: {} }] });
    expect([compared, findings]).toEqual([0, []]);
  });

  test('each field is a finding, with the writes that show it', () => {
    const before = [put, { ...put, write: 'PATCH events by id' }];
    const after = [shown({ excerpt: '' }), { ...shown({ excerpt: '' }), write: 'PATCH events by id' }];
    expect(compare({ before, after }).findings).toMatchObject([
      {
        says: 'Writes lose `events.excerpt`',
        count: 2,
        changes: ['PUT events by id: "In short 3", now ""', 'PATCH events by id: "In short 3", now ""'],
      },
    ]);
  });

  test('each collection and kind of write is a finding, with the names of all writes', () => {
    const named = (write: string, changed: Partial<WriteAnswer> = {}): WriteAnswer => ({ ...put, ...changed, write });
    const tags = ['POST tags', 'POST tags: 2', 'POST tags: 3', 'POST tags: 4', 'POST tags: 5'];
    const toAll = (status: number) => [
      ...tags.map((write) => named(write, { collection: 'tags', kind: 'create', status })),
      named('PUT venues by slug', { collection: 'venues', status }),
    ];
    expect(compare({ before: toAll(200), after: toAll(400) }).findings).toMatchObject([
      {
        says: 'Writes that succeeded are now refused (create of tags)',
        changes: [...tags.slice(0, 3).map((write) => `${write}: 200, now 400`), 'Also POST tags: 4; POST tags: 5'],
      },
      { field: 'update of venues', changes: ['PUT venues by slug: 200, now 400'] },
    ]);
  });
});

test('each step of the script has a name of its own', () => {
  const names = writeScript.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.length).toBeGreaterThan(70);
});
