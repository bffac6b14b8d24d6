import { describe, expect, test } from 'vitest';
import { sweep, type Swept, toRunMeta } from '../../adapter/journal-sweep.js';
import type { Exchange, Outcome, WireRequest } from '../../wire/exchange.js';
import type { JournalContent, JournalledIntent } from '../../wire/journal/journal-reader.js';
import { answer } from './other-targets.js';
import { site } from './ownership/scripted.js';

const marker = 'cp3k9x2a';
const meta = { ...site, origin: 'https://example.org', marker };

const create = (n: number, more: Partial<JournalledIntent> = {}): JournalledIntent => ({
  n,
  method: 'POST',
  target: '/rest/vendor/events/v1/tags',
  claim: { kind: 'create', collection: 'tags', token: `${marker}-${n}` },
  gone: false,
  ...more,
});
const made = (n: number, id: string, more: Partial<JournalledIntent> = {}): JournalledIntent =>
  create(n, { record: { collection: 'tags', id }, ...more });

/** Tags by id, as a service that deletes and lists them. */
function service(tags: Readonly<Record<string, string>>) {
  const left = new Map(Object.entries(tags));
  const lines: string[] = [];
  const respond = ({ method, target }: WireRequest): Outcome => {
    lines.push(`${method} ${target.replace('/rest/vendor/events/v1', '')}`);
    const id = /\/tags\/(\d+)/.exec(target)?.[1];
    if (id === undefined)
      return answer(200, /\/tags\?/.test(target) ? [...left].map(([one, name]) => ({ id: one, name })) : []);
    const name = left.get(id);
    if (name === undefined) return answer(404, {});
    if (method === 'DELETE') left.delete(id);
    return answer(200, { id, name });
  };
  return { left, lines, respond };
}

async function sweepAll(
  intents: readonly JournalledIntent[],
  respond: (request: WireRequest) => Outcome,
): Promise<Swept> {
  const content: JournalContent = { meta, intents };
  let number = 0;
  return sweep({
    meta,
    content,
    async send(request, { phase }): Promise<Exchange> {
      number += 1;
      return { number, phase, request, outcome: respond(request), ms: 0 };
    },
  });
}

const nothing: Swept = { deleted: [], gone: [], trashed: [], foreign: [], left: [] };

describe('a sweep', () => {
  test('deletes what the journal names, if it carries the marker', async () => {
    const { left, respond } = service({ 5: `Free ${marker}-1`, 6: 'Free', 7: `Other ${marker}-9` });
    const swept = await sweepAll([made(1, '5'), made(2, '6'), made(3, '8')], respond);
    expect(swept).toEqual({ ...nothing, deleted: ['tags/5'], foreign: ['tags/6'], gone: ['tags/8'] });
    expect([...left.keys()]).toEqual(['6', '7']);
  });

  test('finds a record without an id in the journal by its token', async () => {
    const { left, respond } = service({ 5: `Free ${marker}-1`, 6: `Free ${marker}-11`, 7: 'Free' });
    expect(await sweepAll([create(1)], respond)).toEqual({ ...nothing, deleted: ['tags/5'] });
    expect([...left.keys()]).toEqual(['6', '7']);
  });

  test('finds its own record if the journal has the id of another', async () => {
    const { left, respond } = service({ 5: 'Free', 6: `Free ${marker}-1` });
    const swept = await sweepAll([made(1, '5')], respond);
    expect(swept).toEqual({ ...nothing, deleted: ['tags/6'], foreign: ['tags/5'] });
    expect([...left.keys()]).toEqual(['5']);
  });

  test('finds its own record if the journal has an id of none', async () => {
    const { left, respond } = service({ 6: `Free ${marker}-1` });
    const swept = await sweepAll([made(1, '5')], respond);
    expect(swept).toEqual({ ...nothing, deleted: ['tags/6'], gone: ['tags/5'] });
    expect([...left.keys()]).toEqual([]);
  });

  test('leaves a record with the marker that is in no journal', async () => {
    const { left, respond } = service({ 5: `Free ${marker}-1`, 6: marker, 7: `Copy ${marker}-99` });
    await sweepAll([made(1, '5'), create(2)], respond);
    expect([...left.keys()]).toEqual(['6', '7']);
  });

  test('sends nothing for records that are gone, nor for writes that created nothing', async () => {
    const { lines, respond } = service({ 5: `Free ${marker}-1` });
    const update = create(2, { method: 'PATCH', claim: { kind: 'update', collection: 'tags', address: '/tags/5' } });
    expect(
      await sweepAll([made(1, '5', { gone: true }), update, create(3, { claim: { kind: 'other' } })], respond),
    ).toEqual(nothing);
    expect(lines).toEqual([]);
  });

  test('reports records that could not be deleted', async () => {
    const { respond } = service({ 5: `Free ${marker}-1` });
    const refusing = (request: WireRequest): Outcome =>
      request.method === 'DELETE' ? answer(403, {}) : respond(request);
    expect(await sweepAll([made(1, '5')], refusing)).toEqual({ ...nothing, left: ['tags/5'] });
  });

  test('gives the password that updates may have protected an event with', async () => {
    const left = new Set(['5']);
    const event = create(1, { claim: { kind: 'create', collection: 'events', token: `${marker}-1` } });
    const guarded = ({ method, target }: WireRequest): Outcome => {
      if (!target.includes('/events/5')) return answer(200, []);
      if (!left.has('5')) return answer(404, {});
      if (!target.endsWith('?password=700000e5')) return answer(403, {});
      if (method === 'DELETE') left.delete('5');
      return answer(200, { id: '5', title: `Free ${marker}-1` });
    };
    const swept = await sweepAll([{ ...event, record: { collection: 'events', id: '5' } }], guarded);
    expect(swept).toEqual({ ...nothing, deleted: ['events/5'] });
    expect([...left]).toEqual([]);
  });

  test('twice is harmless', async () => {
    const { left, respond } = service({ 5: `Free ${marker}-1`, 7: 'Free' });
    await sweepAll([made(1, '5'), create(2)], respond);
    expect(await sweepAll([made(1, '5'), create(2)], respond)).toEqual({ ...nothing, gone: ['tags/5'] });
    expect([...left.keys()]).toEqual(['7']);
  });

  test('of an unreadable record is for later', async () => {
    const swept = await sweepAll([made(1, '5')], () => ({ kind: 'stalled', message: 'no answer' }));
    expect(swept).toEqual({ ...nothing, left: ['tags/5'] });
  });
});

test('a journal without the target of its run has no meta', () => {
  expect(toRunMeta({ ...meta, started: 'x' })).toEqual(meta);
  expect(toRunMeta({ ...meta, marker: undefined })).toBeUndefined();
  expect(toRunMeta({})).toBeUndefined();
});
