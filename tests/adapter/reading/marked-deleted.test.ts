import { describe, expect, test } from 'vitest';
import { isInTrash, isMarkedDeleted } from '../../../adapter/reading/record-status.js';
import type { JsonObject } from '../../../wire/json.js';

describe('a record is marked as deleted', () => {
  test.each<[JsonObject]>([
    [{ status: 'trash' }],
    [{ status: 'Deleted' }],
    [{ status: { value: 'removed' } }],
    [{ attributes: { status: 'trashed' } }],
    [{ deleted: true }],
    [{ isDeleted: 1 }],
    [{ is_deleted: '1' }],
    [{ deleted_at: '2031-02-03 04:05:06' }],
    [{ deletedAt: 1944493381 }],
  ])('by %j, whenever it is seen', (record) => {
    expect([isInTrash(record), isMarkedDeleted(record)]).toEqual([true, true]);
  });

  test.each<[JsonObject]>([[{ status: 'archived' }], [{ active: false }], [{ isActive: 0 }]])(
    'by %j, once it was deleted',
    (record) => {
      expect([isInTrash(record), isMarkedDeleted(record)]).toEqual([false, true]);
    },
  );
});

test.each<[JsonObject]>([
  [{}],
  [{ status: 'publish' }],
  [{ status: 'draft', deleted: false, active: true }],
  [{ deleted_at: null, trashed: 0 }],
  [{ deleted_at: '0000-00-00 00:00:00' }],
  [{ active: null, deleted_at: '' }],
])('%j is no mark of deletion', (record) => expect(isMarkedDeleted(record)).toBe(false));

test('what a record showed before it was deleted is no mark of deletion', () => {
  const draft = { active: false, deleted: false };
  expect(isMarkedDeleted(draft, draft)).toBe(false);
  expect(isMarkedDeleted({ ...draft, deleted: true }, draft)).toBe(true);
});
