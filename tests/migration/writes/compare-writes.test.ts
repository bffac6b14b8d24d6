import { describe, expect, test } from 'vitest';
import { compareWrites } from '../../../migration/writes/compare-writes.js';
import type { WriteAnswer } from '../../../migration/writes/write-answer.js';
import { writeScript } from '../../../migration/writes/write-script.js';

const put: WriteAnswer = {
  write: 'PUT events by id',
  collection: 'events',
  status: 200,
  sent: { excerpt: 'In short 3', venue: ['venues 1', 'venues 2'] },
  answered: { excerpt: 'In short 3', venue: ['venues 1', 'venues 2'] },
  after: { status: 200, fields: { excerpt: 'In short 3', venue: ['venues 1', 'venues 2'] } },
};

const shown = (fields: object): WriteAnswer => ({
  ...put,
  after: { status: 200, fields: { ...put.after?.fields, ...fields } },
});

const causes = (before: WriteAnswer, after: WriteAnswer) =>
  compareWrites([before], [after]).findings.map(({ cause, class: kind, field }) => [cause, kind, field]);

describe('answers to a write', () => {
  const gone: WriteAnswer = { write: 'DELETE tags', collection: 'tags', status: 200, after: { status: 404 } };
  const list: WriteAnswer = { write: 'GET tags', collection: 'tags', status: 200, listed: 0 };

  test.each<[string, WriteAnswer, WriteAnswer, readonly unknown[]]>([
    ['alike', put, put, []],
    ['refused', put, { ...put, status: 400 }, [['write.refused', 'breaking', undefined]]],
    ['accepted', { ...put, status: 400 }, put, [['write.accepted', 'behavioural', undefined]]],
    ['another status', put, { ...put, status: 201 }, [['write.status', 'behavioural', undefined]]],
    ['a lost value', put, shown({ excerpt: 'In short 2' }), [['write.lost', 'breaking', 'events.excerpt']]],
    ['a lost link', put, shown({ venue: ['venues 1'] }), [['write.lost', 'breaking', 'events.venue']]],
    ['a value that is kept now', shown({ excerpt: '' }), put, [['write.changed', 'behavioural', 'events.excerpt']]],
    ['what was not sent', put, shown({ cost: '' }), [['write.changed', 'behavioural', 'events.cost']]],
    ['a record that stays', gone, { ...gone, after: { status: 200 } }, [['write.left', 'breaking', undefined]]],
    ['a record that goes', { ...gone, after: { status: 200 } }, gone, [['write.gone', 'breaking', undefined]]],
    ['a record that is listed', list, { ...list, listed: 1 }, [['write.left', 'breaking', undefined]]],
  ])('%s', (_, before, after, expected) => {
    expect(causes(before, after)).toEqual(expected);
  });

  test('what only the response shows is found, too', () => {
    const after = { ...put, answered: { ...put.answered, excerpt: 'In short 2' } };
    expect(causes(put, after)).toEqual([['write.lost', 'breaking', 'events.excerpt']]);
  });

  test('what is linked to a record that stays is no finding of its own', () => {
    const event: WriteAnswer = { write: 'GET events', collection: 'events', status: 200 };
    const linked = (tags: readonly string[]): WriteAnswer => ({ ...event, after: { status: 200, fields: { tags } } });
    const found = (after: WriteAnswer) =>
      compareWrites([gone, linked([])], [after, linked(['tags 1'])]).findings.map(({ cause }) => cause);
    expect(found({ ...gone, after: { status: 200 } })).toEqual(['write.left']);
    expect(found(gone)).toEqual(['write.changed']);
  });

  test('other bodies are not compared', () => {
    const { compared, findings } = compareWrites([put], [{ ...put, status: 400, sent: {} }]);
    expect([compared, findings]).toEqual([0, []]);
  });

  test('each field is a finding, with the writes that show it', () => {
    const before = [put, { ...put, write: 'PATCH events by id' }];
    const after = [shown({ excerpt: '' }), { ...shown({ excerpt: '' }), write: 'PATCH events by id' }];
    expect(compareWrites(before, after).findings).toMatchObject([
      {
        says: 'Writes lose `events.excerpt`',
        count: 2,
        changes: ['PUT events by id: "In short 3", now ""', 'PATCH events by id: "In short 3", now ""'],
      },
    ]);
  });
});

test('each step of the script has a name of its own', () => {
  const names = writeScript.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.length).toBeGreaterThan(70);
});
