import { describe, expect, test } from 'vitest';
import type { Interceptor, Outcome, Send, WireRequest } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { statusOf } from '../../../wire/status.js';
import { interceptOperation } from '../../../zoo/intercept/intercept-operation.js';
import { withoutParameter, withParameter } from '../../../zoo/intercept/request-edit.js';
import { toJsonResponse, toRefusal } from '../../../zoo/intercept/response-edit.js';
import { type FaultCase, lens, underFaults } from '../under-fault.js';

const judge = underFaults();

/** The protected events of the world, by id and slug. */
const passwords: Readonly<Record<string, string>> = { '1011': 'nightjar-7', '1012': 'päss & wörd/×' };
const slugs: Readonly<Record<string, string>> = { 'vault-viewing': '1011', 'members-meeting': '1012' };

/** A read with the right password, whatever was sent. */
const opened = (request: WireRequest, path: string, id: string): WireRequest =>
  withParameter({ ...request, method: 'GET', target: path, headers: [] }, 'password', passwords[id] ?? '');

const byId = (id: string): string => `/vendor/events/v1/events/${id}`;

/** The whole of a protected event, or the answer where there is none. */
async function whole(request: WireRequest, next: Send, id: string, otherwise: Outcome): Promise<Outcome> {
  return id in passwords ? next(opened(request, byId(id), id)) : otherwise;
}

const leaks = (
  choice: Parameters<typeof interceptOperation>[1],
  when: (request: WireRequest) => boolean = () => true,
): Interceptor =>
  interceptOperation(lens, choice, async ({ request, address }, next) => {
    const outcome = await next(request);
    const id = slugs[address] ?? String(Number(address));
    return when(request) && statusOf(outcome) >= 400 ? whole(request, next, id, outcome) : outcome;
  });

const inLists = (edit: (items: readonly JsonObject[], full: JsonObject) => readonly JsonObject[]): Interceptor =>
  interceptOperation(lens, { id: 'events.list' }, async ({ request }, next) => {
    const full = lens.record('events', await next(opened(request, byId('1011'), '1011'))) ?? {};
    return lens.editItems('events', await next(request), (items) => edit(items, full));
  });

describe('a protected event', () => {
  const faults: readonly FaultCase[] = [
    [
      'events.read.password',
      interceptOperation(lens, { id: 'events.read' }, ({ request }, next) =>
        next(withoutParameter(request, 'password')),
      ),
    ],
    ['events.read.password-withheld', leaks({ id: 'events.read' }, ({ target }) => !target.includes('password='))],
    ['events.read.password-withheld', leaks({ id: 'events.read' }, ({ target }) => /events\/000/.test(target))],
    ['events.read.password-wrong', leaks({ id: 'events.read' }, ({ target }) => /password=./.test(target))],
    ['events.by-slug.read.password-withheld', leaks({ id: 'events.by-slug.read' })],
    ['events.update.password-withheld', leaks({ id: 'events.update.patch' })],
    ['events.list.password-withheld', inLists((items, full) => items.map((one) => (one.id === full.id ? full : one)))],
    ['events.list.search-protected', inLists((items, full) => [...items, { id: full.id ?? 0 }, { id: 1012 }])],
  ];
  test.each(faults)('%s sees it given away', async (id, fault) => {
    expect(await judge(fault, id)).toMatchObject({ outcome: 'failed' });
  });

  test('may be shown without what it protects', async () => {
    const redacted = interceptOperation(lens, { collection: 'events' }, async ({ request, address }, next) => {
      const outcome = await next(request);
      const id = slugs[address] ?? String(Number(address));
      return id in passwords && statusOf(outcome) === 403
        ? toJsonResponse(200, { id: Number(id), description: '' })
        : outcome;
    });
    for (const rule of ['read.password-withheld', 'by-slug.read.password-withheld', 'update.password-withheld']) {
      expect(await judge(redacted, `events.${rule}`)).toMatchObject({ outcome: 'passed' });
    }
  });
});

describe('a password that no event has', () => {
  const refused =
    (method: string): Interceptor =>
    async (request, next) =>
      request.method === method && request.target.includes('password=') ? toRefusal(400) : next(request);

  test('is no reason to refuse a read', async () => {
    expect(await judge(refused('GET'), 'events.read.needless-password')).toMatchObject({ outcome: 'failed' });
  });

  test('is no reason to refuse a DELETE', async () => {
    expect(await judge(refused('DELETE'), 'events.update.password')).toMatchObject({ outcome: 'failed' });
  });

  test('breaks no server in the body of an update', async () => {
    const broken = interceptOperation(lens, { collection: 'events', kind: 'update' }, async ({ request }, next) =>
      Buffer.from(request.body ?? '').includes('"password"') ? toRefusal(500) : next(request),
    );
    expect(await judge(broken, 'events.update.password')).toMatchObject({ outcome: 'failed' });
  });

  test('may be refused there', async () => {
    const strict = interceptOperation(lens, { collection: 'events', kind: 'update' }, async ({ request }, next) =>
      Buffer.from(request.body ?? '').includes('"password"') ? toRefusal(422) : next(request),
    );
    expect(await judge(strict, 'events.update.password')).toMatchObject({ outcome: 'passed' });
  });
});
