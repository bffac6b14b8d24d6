import { describe, expect, test } from 'vitest';
import { byId } from '../../adapter/reading/paths.js';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import { MARK } from '../../generators/wire-value.js';
import type { Interceptor } from '../../wire/exchange.js';
import { isJsonObject } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { prepareOpening } from './opening.js';
import { answer, editJson, isCreate, pathOf } from './other-targets.js';

const world = completeWorld as WorldFile;

/** Whether this is the create of one tag of the world. */
const createsFree: (request: Parameters<Interceptor>[0]) => boolean = (request) =>
  isCreate(request) && pathOf(request) === '/tags' && /"Free cp/.test(String(request.body));

test('a record that survives its DELETE is reported as left', async () => {
  const keeping: Interceptor = (request, next) =>
    request.method === 'DELETE' && pathOf(request).startsWith('/organizers/')
      ? Promise.resolve(answer(200, {}))
      : next(request);
  const { open, counts } = await prepareOpening({ intercept: keeping });
  const before = counts();
  const left = await (await open()).close();
  expect(left.length).toBeGreaterThan(0);
  expect(left.every((name) => name.startsWith('organizers/'))).toBe(true);
  expect(counts()).toEqual({ ...before, organizers: (before.organizers ?? 0) + left.length });
});

test('a record with a refused DELETE is reported as left', async () => {
  const refusing: Interceptor = (request, next) =>
    request.method === 'DELETE' && pathOf(request).startsWith('/tags/') ? Promise.resolve(answer(500)) : next(request);
  const { open, counts } = await prepareOpening({ intercept: refusing });
  const left = await (await open()).close();
  expect(left.filter((name) => name.startsWith('tags/'))).toHaveLength(counts().tags ?? 0);
  expect(left.every((name) => name.startsWith('tags/'))).toBe(true);
});

test.each([
  ['second', 1],
  ['third', 2],
])('a record that only the %s DELETE removes is not reported', async (_, refusals) => {
  const tried = new Map<string, number>();
  const hesitating: Interceptor = (request, next) => {
    const times = tried.get(request.target) ?? 0;
    if (request.method !== 'DELETE' || times >= refusals) return next(request);
    tried.set(request.target, times + 1);
    return Promise.resolve(answer(503));
  };
  const { open, counts } = await prepareOpening({ intercept: hesitating });
  const before = counts();
  expect(await (await open()).close()).toEqual([]);
  expect(counts()).toEqual(before);
});

describe('a create that returns the id of another record', () => {
  test('does not have the other record deleted, and its own is found', async () => {
    const { open, counts } = await prepareOpening({
      worldFile: world,
      intercept: async (request, next) => {
        const outcome = await next(request);
        if (!createsFree(request)) return outcome;
        const list = jsonOf(
          await next({ method: 'GET', target: '/vendor/events/v1/tags?hide_empty=false', headers: [] }),
        );
        const first = isJsonObject(list) && Array.isArray(list.tags) ? list.tags[0] : undefined;
        return answer(201, first);
      },
    });
    const before = counts();
    expect(await (await open()).close()).toEqual([]);
    expect(counts()).toEqual(before);
  });

  test('but contains our text still has its own record found', async () => {
    const misnaming: Interceptor = async (request, next) => {
      const outcome = await next(request);
      if (!createsFree(request)) return outcome;
      return editJson(outcome, (body) => ({ ...(isJsonObject(body) ? body : {}), id: 999_999 }));
    };
    const { open, counts } = await prepareOpening({ worldFile: world, intercept: misnaming });
    const before = counts();
    expect(await (await open()).close()).toEqual([]);
    expect(counts()).toEqual(before);
  });
});

test('a record that an execution deleted itself is settled, even if its id then gets a 400', async () => {
  const strict: Interceptor = async (request, next) => {
    const outcome = await next(request);
    const isMissing = outcome.kind === 'response' && outcome.response.status === 404;
    return isMissing ? answer(400, { code: 'rest_invalid_param' }) : outcome;
  };
  const { open, counts } = await prepareOpening({ intercept: strict });
  const before = counts();
  const opened = await open();
  const { scope, subject } = opened.open();
  const { id } = await subject.calendar.make('venues', { venue: `Own ${MARK}`, description: MARK });
  await subject.calendar.remove('venues', byId({ id }));
  await scope.close();
  expect(await opened.close()).toEqual([]);
  expect(counts()).toEqual(before);
});

test('the record of a create that was refused and still carried out is found', async () => {
  const lying: Interceptor = async (request, next) => {
    const outcome = await next(request);
    return createsFree(request) ? answer(400, { code: 'refused' }) : outcome;
  };
  const { open, counts } = await prepareOpening({ intercept: lying });
  const before = counts();
  expect(await (await open()).close()).toEqual([]);
  expect(counts()).toEqual(before);
});

test('clean-up is concurrent: it takes far fewer rounds than records', async () => {
  let underWay = 0;
  let most = 0;
  const counting: Interceptor = async (request, next) => {
    const isDelete = request.method === 'DELETE';
    if (isDelete) most = Math.max(most, ++underWay);
    const outcome = await next(request);
    if (isDelete) underWay -= 1;
    return outcome;
  };
  const { open } = await prepareOpening({ intercept: counting, concurrency: 8 });
  const opened = await open();
  most = 0;
  await opened.close();
  expect(most).toBe(8);
});
