import { expect, onTestFinished, test } from 'vitest';
import { collections } from '../../contract/resources.js';
import type { WorldFile, WorldRecord } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import { createReferenceServer } from '../../reference-server/index.js';
import { type Interceptor, isSafe, type WireRequest } from '../../wire/exchange.js';
import { isJsonObject } from '../../wire/json.js';
import { openProxy } from '../../zoo/intercept/intercepting-proxy.js';
import { calproof } from '../runners/cli/console.js';
import { editJson, isCreate, pathOf } from './other-targets.js';

const world = completeWorld as WorldFile;

/** Records that were there before, by the path of each. */
const paths: readonly string[] = collections.flatMap((collection) =>
  (world[collection] ?? []).flatMap(({ id }: WorldRecord) => (id === undefined ? [] : [`/${collection}/${id}`])),
);

/** Whether a request would write, if only in the eyes of who honours other methods in a header. */
const isWrite = ({ method, headers }: WireRequest): boolean =>
  !isSafe(method) || headers.some(([name]) => name.toLowerCase() === 'x-http-method-override');

/** A target with records of somebody else, and something hostile before it. */
async function startHostile(intercept: Interceptor) {
  const writes: string[] = [];
  const server = createReferenceServer({ world });
  const { origin } = new URL((await server.listen()).url);
  const noting: Interceptor = (request, next) =>
    intercept(request, (sent) => {
      if (isWrite(sent)) writes.push(`${sent.method} ${sent.target.replace(/^.*\/v1/, '')}`);
      return next(sent);
    });
  const proxy = await openProxy({ origin, intercept: noting });
  onTestFinished(async () => {
    await proxy.close();
    await server.close();
  });
  /** How what was there before is now. */
  const existing = (): Promise<readonly string[]> =>
    Promise.all(paths.map(async (path) => (await fetch(`${origin}/vendor/events/v1${path}`)).text()));
  return { url: proxy.origin, existing, writes };
}

/** What a run sends to records that were there before. */
const onExisting = (writes: readonly string[]): readonly string[] =>
  writes.filter((line) => paths.some((path) => line.split(/[ ?]/)[1] === path));

/** From a create of the run on, each is answered with our own fields under the id of a record that was there before. */
function misnaming(from: number): Interceptor {
  let count = 0;
  return async (request, next) => {
    const outcome = await next(request);
    if (!isCreate(request) || (count += 1) < from) return outcome;
    const [, collection = ''] = pathOf(request).split('/');
    const id = Number(
      paths
        .find((path) => path.startsWith(`/${collection}/`))
        ?.split('/')
        .at(-1),
    );
    return editJson(outcome, (body) => (isJsonObject(body) && 'id' in body ? { ...body, id } : body));
  };
}

test.each([1, 50, 60])(
  'from create %i on each names a record that was there before: none of those is written to',
  async (from) => {
    const { url, existing, writes } = await startHostile(misnaming(from));
    const before = await existing();
    const { code, stderr } = await calproof(`check ${url} --mode sandbox --effort quick --concurrency 8`);
    expect([1, 3], stderr).toContain(code);
    expect(writes.filter((line) => line.startsWith('POST')).length).toBeGreaterThanOrEqual(from);
    expect(onExisting(writes)).toEqual([]);
    expect(await existing()).toEqual(before);
  },
  60_000,
);

/** Whatever slug of an event is asked for, one that was there before is meant; the answer repeats what was asked. */
const confused: Interceptor = async (request, next) => {
  const asked = /\/events\/by-slug\/([^/?]+)/.exec(request.target)?.[1];
  if (asked === undefined) return next(request);
  const outcome = await next({ ...request, target: request.target.replace(asked, 'concert-season') });
  return editJson(outcome, (body) => (isJsonObject(body) ? { ...body, self: request.target } : body));
};

test('each slug points to an existing record: it is not written to', async () => {
  const { url, existing, writes } = await startHostile(confused);
  const before = await existing();
  const { code, stdout } = await calproof(`check ${url} --mode sandbox --only events.by-slug --only events.update`);
  expect(code, stdout).toBe(1);
  // In another language it is not found.
  expect(writes.filter((line) => /\/by-slug\/(?!.*ml_language)/.test(line))).toEqual([]);
  expect(await existing()).toEqual(before);
}, 60_000);
