import { describe, expect, test } from 'vitest';
import { toText } from '../../../adapter/notation/shown-values.js';
import { collections, resourceOf } from '../../../contract/resources.js';
import type { Interceptor, Send, WireRequest } from '../../../wire/exchange.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import { interceptOperation } from '../../../zoo/intercept/intercept-operation.js';
import { bodyOf, editBody, parameterOf, withJson } from '../../../zoo/intercept/request-edit.js';
import { toRefusal } from '../../../zoo/intercept/response-edit.js';
import { lens, underFaults, without } from '../under-fault.js';

const judge = underFaults();

const at = (request: WireRequest, method: string, target: string): WireRequest => ({ ...request, method, target });

describe.each(collections)('%s', (collection) => {
  const { label } = resourceOf(collection);
  const wide = collection === 'events' ? '&starts_after=1900-01-01&starts_before=2200-01-01' : '&hide_empty=0';

  /** Another record of the same name as the one that a request is about. */
  async function namesake(request: WireRequest, next: Send): Promise<string | undefined> {
    const own = lens.record(collection, await next({ method: 'GET', target: request.target, headers: [] }));
    const path = `/vendor/events/v1/${collection}`;
    const language = parameterOf(request, lens) ?? 'en';
    const target = `${path}?per_page=100${wide}&ml_language=${language}`;
    const list = await next({ method: 'GET', target, headers: [] });
    const other = lens.items(collection, list).find((one) => one[label] === own?.[label] && one.id !== own?.id);
    return other && `${path}/${toText(other.id)}`;
  }

  test('are written by a refused update', async () => {
    const written = interceptOperation(lens, { kind: 'update', collection }, async ({ request }, next) => {
      const outcome = await next(request);
      const { description } = bodyOf(request) ?? {};
      if (!isGranted(outcome) && typeof description === 'string') await next(withJson(request, { description }));
      return outcome;
    });
    expect(await judge(written, `${collection}.update.malformed`)).toMatchObject({ outcome: 'failed' });
  });

  test('are made by a refused create', async () => {
    const made = interceptOperation(lens, { kind: 'create', collection }, async ({ request }, next) => {
      const outcome = await next(request);
      if (isGranted(outcome)) return outcome;
      const dates =
        collection === 'events' ? { start_date: '2034-05-06 10:00:00', end_date: '2034-05-06 11:00:00' } : {};
      const { description = '' } = bodyOf(request) ?? {};
      await next(
        withJson(request, {
          [label]: 'Made',
          ...dates,
          description: typeof description === 'string' ? description : '',
        }),
      );
      return outcome;
    });
    expect(await judge(made, `${collection}.create.refused`)).toMatchObject({ outcome: 'failed' });
  });

  test('are updated with their namesakes', async () => {
    const both = interceptOperation(lens, { kind: 'update', collection }, async ({ request }, next) => {
      const other = await namesake(request, next);
      if (other) await next(at(request, 'PATCH', other));
      return next(request);
    });
    expect(await judge(both, `${collection}.update.in-turn`)).toMatchObject({ outcome: 'failed' });
  });

  // What deletes organizers deletes venues.
  test.each([collection].filter((one) => one === 'events' || one === 'organizers'))(
    '%s are deleted with their namesakes',
    async () => {
      const both = interceptOperation(lens, { kind: 'delete', collection }, async ({ request }, next) => {
        const other = await namesake(request, next);
        if (other) await next(at(request, 'DELETE', other));
        return next(request);
      });
      expect(await judge(both, `${collection}.delete.others`)).toMatchObject({ outcome: 'failed' });
    },
  );

  test('take only the first of two updates', async () => {
    const updated = new Set<string>();
    const firstOnly = interceptOperation(lens, { kind: 'update', collection }, async ({ request }, next) => {
      const again = updated.has(request.target);
      updated.add(request.target);
      return next(again ? { method: 'GET', target: request.target, headers: [] } : request);
    });
    expect(await judge(firstOnly, `${collection}.update.in-turn`)).toMatchObject({ outcome: 'failed' });
  });

  test.each(['POST', 'PUT', 'PATCH'] as const)('lose a field by %s alone', async (method) => {
    const lossy = interceptOperation(lens, { kind: 'update', collection, method }, ({ request }, next) =>
      next(editBody(request, (body) => without(body, 'description'))),
    );
    expect(await judge(lossy, `${collection}.update.in-turn`)).toMatchObject({ outcome: 'failed' });
  });
});

test.each(['events', 'venues', 'organizers'] as const)('%s lose a field by slug alone', async (collection) => {
  const lossy = interceptOperation(lens, { kind: 'update', collection, addressing: 'slug' }, ({ request }, next) =>
    next(editBody(request, (body) => without(body, 'description'))),
  );
  expect(await judge(lossy, `${collection}.update.in-turn`)).toMatchObject({ outcome: 'failed' });
});

/** Fields that hold ids. */
const references = [
  ['events', 'categories'],
  ['events', 'tags'],
  ['events', 'venue'],
  ['events', 'organizer'],
  ['categories', 'parent'],
] as const;

describe.each(references)('an unknown id: %s linked by %s', (collection, field) => {
  const unknown = 2_147_483_646;
  const unlinked = (request: WireRequest): WireRequest => editBody(request, (body) => without(body, field));

  test('is shown', async () => {
    const dangling: Interceptor = interceptOperation(lens, { collection }, async ({ request }, next) =>
      lens.editRecord(collection, await next(unlinked(request)), (record) => ({
        ...record,
        [field]: field === 'parent' ? unknown : [{ id: unknown }],
      })),
    );
    expect(await judge(dangling, `${collection}.create.unknown-${field}`)).toMatchObject({ outcome: 'failed' });
  });

  test('may be dropped', async () => {
    const dropping = interceptOperation(lens, { kind: 'create', collection }, ({ request }, next) =>
      next(unlinked(request)),
    );
    expect(await judge(dropping, `${collection}.create.unknown-${field}`)).toMatchObject({ outcome: 'passed' });
  });

  test('breaks a server that is no judge of it', async () => {
    const broken = interceptOperation(lens, { kind: 'create', collection }, async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) === 400 ? toRefusal(500) : outcome;
    });
    expect(await judge(broken, `${collection}.create.unknown-${field}`)).toMatchObject({ outcome: 'failed' });
  });
});
