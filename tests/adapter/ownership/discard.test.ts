import { describe, expect, test } from 'vitest';
import { discard, discardAll, type Fate, settleAll } from '../../../adapter/ownership/discard.js';
import type { OwnRecord } from '../../../adapter/ownership/registry.js';
import type { Outcome, WireRequest } from '../../../wire/exchange.js';
import { answer } from '../other-targets.js';
import { scripted } from './scripted.js';

const record: OwnRecord = { collection: 'tags', id: '5' };
const ours = answer(200, { id: 5, name: 'Free cp5n1a1a-1' });
const foreign = answer(200, { id: 5, name: 'Free' });
const page: Outcome = {
  kind: 'response',
  response: { status: 200, headers: [['Content-Type', 'text/html']], body: Buffer.from('<title>Welcome') },
};
const stalled: Outcome = { kind: 'stalled', message: 'no answer' };

const byMethod =
  (get: Outcome, remove: Outcome) =>
  ({ method }: WireRequest): Outcome =>
    method === 'GET' ? get : remove;

describe('the fate of a record that is not proven to be ours', () => {
  test.each<[string, Outcome, Outcome, Fate]>([
    ['it is deleted when it carries the marker', ours, answer(200), 'deleted'],
    ['it is gone when it is not there', answer(404), answer(500), 'gone'],
    ['it is gone when its id is refused', answer(400), answer(500), 'gone'],
    ['it is gone when its DELETE finds nothing', ours, answer(404), 'gone'],
    ['it is marked as in the trash', answer(200, { id: 5, name: 'x', status: 'trash' }), answer(500), 'trashed'],
    ['it is marked as deleted', answer(200, { id: 5, name: 'x', deleted_at: '2031-02-03' }), answer(500), 'trashed'],
    [
      'it is deleted when it is inactive alone',
      answer(200, { id: 5, name: 'Free cp5n1a1a-1', active: false }),
      answer(200),
      'deleted',
    ],
    ['it is foreign without the marker', foreign, answer(200), 'foreign'],
    ['it is left when it may not be read', answer(403, {}), answer(200), 'left'],
    ['it is left when it cannot be read', stalled, answer(200), 'left'],
    ['it is left when it would not go', ours, answer(500), 'left'],
    ['it is left when its DELETE is granted with what is no JSON, and it is there', ours, page, 'left'],
    ['it is left when the answer to its DELETE is lost and it is there', ours, stalled, 'left'],
  ])('%s', async (_, get, remove, fate) => {
    expect(await discard(scripted(byMethod(get, remove)).calendar, record, 'cp5n1a1a')).toBe(fate);
  });
});

test('a refused read means that a record is gone only after a granted DELETE in its collection', async () => {
  const { calendar } = scripted(byMethod(answer(403, {}), answer(403, {})));
  expect(await discard(calendar, { ...record, proven: true }, 'cp5n1a1a')).toBe('left');
  expect(await discard(calendar, { ...record, proven: true, mayBeGone: true }, 'cp5n1a1a')).toBe('gone');
});

test('a record with the status trash among its attributes is in the trash too', async () => {
  const trashed = answer(200, { data: { id: 5, attributes: { name: 'x', status: 'trash' } } });
  expect(await discard(scripted(byMethod(trashed, answer(500))).calendar, record, 'cp5n1a1a')).toBe('trashed');
});

test('a foreign record is never written to', async () => {
  const { calendar, lines } = scripted(byMethod(foreign, answer(200)));
  await discard(calendar, record, 'cp5n1a1a');
  expect(lines()).toEqual(['GET /tags/5']);
});

test('a record that was read is deleted without another read; a refused DELETE is followed by one', async () => {
  const proven = { ...record, proven: true };
  const deleted = scripted(byMethod(ours, answer(204)));
  await deleted.calendar.read('tags', { by: 'id', value: '5' });
  expect(await discard(deleted.calendar, proven, 'cp5n1a1a')).toBe('deleted');
  expect(deleted.lines()).toEqual(['GET /tags/5', 'DELETE /tags/5']);
  const refused = scripted(byMethod(answer(400), answer(400)));
  expect(await discard(refused.calendar, proven, 'cp5n1a1a')).toBe('gone');
  expect(refused.lines()).toEqual(['GET /tags/5', 'DELETE /tags/5', 'GET /tags/5']);
});

test('a DELETE of which the connection was closed is sent again if the record is there', async () => {
  let attempts = 0;
  const { calendar, lines } = scripted(({ method }) => {
    if (method === 'GET') return ours;
    attempts += 1;
    return attempts === 1 ? { kind: 'reset', message: 'the connection was closed' } : answer(204);
  });
  expect(await discard(calendar, { ...record, proven: true }, 'cp5n1a1a')).toBe('deleted');
  expect(lines()).toEqual(['GET /tags/5', 'DELETE /tags/5', 'GET /tags/5', 'DELETE /tags/5']);
});

test('a record is foreign if its create returned the id of another one, whatever that response showed', async () => {
  const { calendar, lines } = scripted(byMethod(foreign, answer(204)));
  expect(await discard(calendar, { ...record, proven: true }, 'cp5n1a1a')).toBe('foreign');
  expect(lines()).toEqual(['GET /tags/5']);
});

test('events are deleted before records they refer to, children before parents, the rest concurrently', async () => {
  const under = new Set<string>();
  const alongside: (readonly string[])[] = [];
  const { calendar, lines } = scripted(async ({ method, target }) => {
    under.add(target);
    await new Promise((resolve) => setImmediate(resolve));
    alongside.push([...under]);
    under.delete(target);
    return method === 'GET' ? ours : answer(204);
  });
  const records = (['venues/1', 'categories/2', 'tags/3', 'categories/4', 'events/5', 'events/6'] as const).map(
    (name) => {
      const [collection, id = ''] = name.split('/');
      return { collection: collection as OwnRecord['collection'], id, proven: true };
    },
  );
  const fates = await discardAll(calendar, records, 'cp5n1a1a');
  expect(fates.map(({ fate }) => fate)).toEqual(records.map(() => 'deleted'));
  const order = lines().flatMap((line) => (line.startsWith('DELETE /') ? [line.slice('DELETE /'.length)] : []));
  expect(order.slice(0, 2).sort()).toEqual(['events/5', 'events/6']);
  expect(order.indexOf('categories/4')).toBeLessThan(order.indexOf('categories/2'));
  expect(Math.max(...alongside.map((targets) => targets.length))).toBe(3);
});

test('a registry removes the gone, counts the foreign as unknown again, and keeps the left', async () => {
  const { calendar, registry } = scripted(() => answer(500));
  const names = ['1', '2', '3'] as const;
  const records = names.map((id): OwnRecord => ({ collection: 'tags', id }));
  for (const one of records) {
    const exchange = await calendar.list('tags', {});
    await registry.made({ exchange, claim: { kind: 'create', collection: 'tags', token: `cp5n1a1a-${one.id}` } }, one);
  }
  const fates: readonly Fate[] = ['deleted', 'foreign', 'left'];
  const left = await settleAll(
    registry,
    records.map((one, index) => ({ record: one, fate: fates[index] ?? 'left' })),
  );
  expect(left.map(({ id }) => id)).toEqual(['3']);
  expect(registry.left.map(({ id }) => id)).toEqual(['3']);
  expect(registry.unknown.map(({ claim }) => claim.token)).toEqual(['cp5n1a1a-2']);
});
