import { describe, expect, test } from 'vitest';
import { findProtected } from '../../../adapter/learn/protected-events.js';
import type { FoundEvent } from '../../../adapter/world/world.js';
import { answer } from '../other-targets.js';
import { scripted } from '../ownership/scripted.js';

const bare = (count: number): readonly FoundEvent[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(index + 1), json: { title: 'Fair', description: '' } }));

const full: FoundEvent = { id: '100', json: { title: 'Fair', description: 'Shown' } };

/** A service that refuses some events, and the ids of those that were found protected. */
async function foundAmong(events: readonly FoundEvent[], refused: readonly string[]) {
  const { calendar, lines } = scripted(({ target }) =>
    refused.some((id) => target.endsWith(`/events/${id}`)) ? answer(403, {}) : answer(200, { id: 1 }),
  );
  const found = await findProtected(calendar, events);
  return { ids: found.map(({ id }) => id), requests: lines().length };
}

describe('protected events', () => {
  test('are found wherever they stand among those without a description', async () => {
    expect((await foundAmong([...bare(12), full], ['11'])).ids).toEqual(['11']);
  });
  test('are read first where a list marks them, and no others then', async () => {
    const marked: FoundEvent = { id: '50', json: { title: 'Protected: Fair', description: '' } };
    expect(await foundAmong([...bare(30), marked, full], ['50'])).toEqual({ ids: ['50'], requests: 6 });
  });
  test('are sought among so many at most', async () => {
    expect(await foundAmong([...bare(90), full], [])).toEqual({ ids: [], requests: 24 });
  });
  test('are none where no event is shown', async () => {
    const ids = [...bare(3), full].map(({ id }) => id);
    expect((await foundAmong([...bare(3), full], ids)).ids).toEqual([]);
  });
});
