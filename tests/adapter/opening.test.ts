import { describe, expect, test } from 'vitest';
import type { OpenedCalendar } from '../../adapter/open-calendar.js';
import { pageSizesOf } from '../../adapter/profile/target-profile.js';
import { designWorld } from '../../adapter/world/world-design.js';
import { type Collection, collections } from '../../contract/resources.js';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import type { Interceptor, Outcome } from '../../wire/exchange.js';
import { isJsonObject } from '../../wire/json.js';
import { type OpeningOptions, prepareOpening } from './opening.js';
import {
  answer,
  editItems,
  editJson,
  editSent,
  isCreate,
  isList,
  omit,
  pathOf,
  pick,
  refusing,
} from './other-targets.js';

interface Opened {
  readonly calendar: OpenedCalendar;
  readonly left: readonly string[];
}

/** Opens a target and closes it again, and expects every collection to be as before. */
async function openAndClose(options: OpeningOptions): Promise<Opened> {
  const { open, counts } = await prepareOpening(options);
  const before = counts();
  const calendar = await open();
  const left = await calendar.close();
  expect(counts()).toEqual(before);
  return { calendar, left };
}

const sizes = ({ world }: OpenedCalendar): Readonly<Record<string, number>> =>
  Object.fromEntries(collections.map((name) => [name, world.of(name).length]));

const drafts = designWorld({
  firstDay: '2030-01-01',
  today: '2026-01-01',
  near: true,
  seasons: { winter: '2031-01-10', summer: '2030-07-10' },
});
const countOf = (name: Collection): number => drafts.filter(({ ref }) => ref.ref === name).length;
const whole = Object.fromEntries(collections.map((name) => [name, countOf(name)]));

const withoutBody =
  (edit: (outcome: Extract<Outcome, { kind: 'response' }>['response']) => Outcome): Interceptor =>
  async (request, next) => {
    const outcome = await next(request);
    return isCreate(request) && outcome.kind === 'response' && outcome.response.status === 201
      ? edit(outcome.response)
      : outcome;
  };

test('the reference server is learned completely', async () => {
  const { calendar, left } = await openAndClose({});
  expect(sizes(calendar)).toEqual(whole);
  expect(left).toEqual([]);
  expect(calendar.world.records.filter(({ slug }) => slug === undefined)).toEqual([]);
  expect(calendar.profile.shapes.events).toMatchObject({ record: [], items: ['events'], id: ['id'] });
});

describe('a target is learned as far as it goes that', () => {
  test('answers creates with 201 and Location alone', async () => {
    const bodiless = withoutBody(({ headers }) =>
      answer(
        201,
        undefined,
        headers.filter(([name]) => name.toLowerCase() === 'location'),
      ),
    );
    const { calendar, left } = await openAndClose({ intercept: bodiless });
    expect(sizes(calendar)).toEqual(whole);
    expect(left).toEqual([]);
    expect(calendar.world.records.filter(({ slug }) => slug === undefined)).toEqual([]);
    expect(calendar.profile.shapes.venues?.fields).toMatchObject({ zip: { path: ['zip'], form: 'identity' } });
  });

  test('answers creates with 204 alone', async () => {
    const { calendar, left } = await openAndClose({ intercept: withoutBody(() => answer(204)) });
    expect({ ...sizes(calendar), events: 0 }).toEqual({ ...whole, events: 0 });
    expect(calendar.world.of('events').length).toBeGreaterThanOrEqual(countOf('events') - 1);
    expect(left).toEqual([]);
  });

  test('lists summaries', async () => {
    const names = ['id', 'title', 'venue', 'organizer', 'name', 'start_date'];
    const { calendar, left } = await openAndClose({ intercept: editItems((item) => pick(item, ...names)) });
    expect(sizes(calendar)).toEqual(whole);
    expect(left).toEqual([]);
    expect(calendar.profile.shapes.events?.fields.description?.path).toEqual(['description']);
  });

  test('refuses pages of more than 10', async () => {
    const tooLarge = refusing(400, ({ target }) => Number(/per_page=(\d+)/.exec(target)?.[1] ?? 0) > 10);
    const { calendar, left } = await openAndClose({ intercept: tooLarge });
    expect(calendar.profile.pageSizes).toEqual(pageSizesOf(10));
    expect(sizes(calendar)).toEqual(whole);
    expect(left).toEqual([]);
  });

  test('refuses drafts', async () => {
    const noDrafts = refusing(400, (request) => isCreate(request) && /"status":"draft"/.test(String(request.body)));
    const { calendar, left } = await openAndClose({ intercept: noDrafts });
    expect(sizes(calendar)).toEqual({ ...whole, events: countOf('events') - 1 });
    expect(left).toEqual([]);
  });

  test('drops relations', async () => {
    const relations = ['venue', 'organizer', 'categories', 'tags'];
    const dropping: Interceptor = (request, next) =>
      next(pathOf(request).startsWith('/events') ? editSent(request, (body) => omit(body, ...relations)) : request);
    const { calendar, left } = await openAndClose({ intercept: dropping });
    expect(sizes(calendar)).toEqual(whole);
    expect(left).toEqual([]);
    expect(calendar.profile.shapes.events?.fields.venue?.path).toEqual(['venue']);
  });

  test('shows records wrapped, with ids as strings and texts rendered', async () => {
    const wrapped: Interceptor = async (request, next) => {
      const outcome = await next(request);
      const isItem = /\/tags(\/\d+)?(\?|$)/.test(request.target) && !isList(request);
      if (!isItem || outcome.kind !== 'response' || outcome.response.status >= 400) return outcome;
      return editJson(outcome, (body) => ({
        data: isJsonObject(body)
          ? { id: JSON.stringify(body.id), attributes: { ...omit(body, 'id'), name: { rendered: body.name ?? null } } }
          : body,
      }));
    };
    const { calendar, left } = await openAndClose({ intercept: wrapped });
    expect(calendar.profile.shapes.tags).toMatchObject({
      record: ['data'],
      fields: { name: { path: ['attributes', 'name', 'rendered'] } },
    });
    expect(left).toEqual([]);
  });

  test('does not respond to some creates, though it carries them out', async () => {
    let creates = 0;
    const silent: Interceptor = async (request, next) => {
      const outcome = await next(request);
      if (isCreate(request)) creates += 1;
      return isCreate(request) && creates % 3 === 0 ? { kind: 'reset', message: 'closed' } : outcome;
    };
    const { calendar, left } = await openAndClose({ intercept: silent });
    expect(calendar.world.records.length).toBeGreaterThan(10);
    expect(left).toEqual([]);
  });

  test('refuses lists', async () => {
    const { calendar, left } = await openAndClose({ intercept: refusing(500, isList) });
    expect(sizes(calendar)).toEqual(whole);
    expect(left).toEqual([]);
  });

  test('refuses to read items', async () => {
    const unreadable = refusing(500, ({ method, target }) => method === 'GET' && /\/\d+(\?|$)/.test(target));
    const { calendar, left } = await openAndClose({ intercept: unreadable });
    expect(sizes(calendar)).toEqual(whole);
    expect(left).toEqual([]);
  });

  test('responds without JSON', async () => {
    const html: Outcome = {
      kind: 'response',
      response: { status: 200, headers: [['content-type', 'text/html']], body: Buffer.from('<p>Hello</p>') },
    };
    const { calendar } = await openAndClose({ intercept: async () => html });
    expect(calendar.world.records).toEqual([]);
  });

  test.each<[string, Outcome]>([
    ['never answers', { kind: 'stalled', message: 'no answer' }],
    ['cannot be reached', { kind: 'unreachable', message: 'refused' }],
    ['fails', answer(500)],
    ['answers null', answer(200, null)],
    ['answers an empty list', answer(200, [])],
    ['answers with strange records', answer(200, [{ id: { deep: [] } }, 5, null, { id: -1, start_date: 'soon' }])],
  ])('%s', async (_, outcome) => {
    const { calendar } = await openAndClose({ intercept: async () => outcome });
    expect(calendar.world.of('events').every(({ payload }) => payload.start_date === undefined)).toBe(true);
  });
});

describe('if nothing can be created, existing records are used', () => {
  const world = completeWorld as WorldFile;
  const isWrite = ({ method }: { readonly method: string }): boolean => method !== 'GET';

  test.each([401, 403])('when writes are answered with %i, with the reason', async (status) => {
    const { calendar } = await openAndClose({ server: { world }, intercept: refusing(status, isWrite) });
    expect(calendar.world.of('tags').length).toBeGreaterThan(0);
    expect(calendar.lacks('tags.create')).toContain(String(status));
    expect(calendar.lacks('events.by-slug.update.put')).toContain('--basic');
    expect(calendar.lacks('tags.read')).toBeUndefined();
  });

  test('without POST, which requirements report as missing', async () => {
    const { calendar } = await openAndClose({ server: { world }, intercept: refusing(405, isWrite) });
    expect(calendar.world.of('tags').length).toBeGreaterThan(0);
    expect(calendar.lacks('tags.create')).toBeUndefined();
  });

  test('in readonly mode, where no write is sent at all', async () => {
    const methods = new Set<string>();
    const watch: Interceptor = (request, next) => next((methods.add(request.method), request));
    const { calendar } = await openAndClose({ server: { world }, mode: 'readonly', intercept: watch });
    expect([...methods]).toEqual(['GET']);
    expect(calendar.lacks('tags.create')).toContain('readonly');
    expect(calendar.world.of('events').every(({ complete }) => !complete)).toBe(true);
  });
});

describe('a run that is ended while it is opened', () => {
  test.each([1, 7, 23, 40, 52, 60, 90])('by its %i. request leaves nothing behind', async (last) => {
    const ending = new AbortController();
    let sent = 0;
    const intercept: Interceptor = (request, next) => {
      sent += 1;
      if (sent === last) ending.abort();
      return next(request);
    };
    const { open, counts } = await prepareOpening({ intercept, signal: ending.signal });
    const before = counts();
    await expect(open()).rejects.toThrow('interrupted');
    expect(counts()).toEqual(before);
  });
});
