import { describe, expect, test } from 'vitest';
import { byId, bySlug } from '../../../adapter/reading/paths.js';
import { MARK, ref } from '../../../generators/wire-value.js';
import { Inconclusive } from '../../../wire/errors.js';
import { headerValue } from '../../../wire/exchange.js';
import { answer } from '../other-targets.js';
import { scripted, sentBy } from '../ownership/scripted.js';

const TOKEN = 'cp5n1a1a-1';
const ours = answer(200, { name: 'cp5n1a1a-1' });
const made = answer(201, { id: 5, name: `Free ${TOKEN}` });

describe('a create', () => {
  test('sends ids for references and a token for the mark', async () => {
    const { calendar, bindings, sent, lines } = scripted(() => answer(201, { id: 9, title: 'x' }));
    bindings.bind(ref('venues', 'v1'), '7');
    bindings.bind(ref('venues', 'v2'), 'b-8');
    const payload = { title: `Concert ${MARK}`, venue: [ref('venues', 'v1'), ref('venues', 'v2')] };
    const { body } = await calendar.create('events', payload, { language: 'nl' });
    expect(lines()).toEqual(['POST /events?ml_language=nl']);
    expect(sentBy(sent[0])).toEqual({ title: `Concert ${TOKEN}`, venue: [7, 'b-8'] });
    expect(body).toEqual(sentBy(sent[0]));
    expect(headerValue(sent[0]?.headers ?? [], 'content-type')).toBe('application/json');
  });

  test('can be sent as a form', async () => {
    const { calendar, sent } = scripted(() => made);
    await calendar.create('tags', { name: MARK }, { form: true });
    expect(Buffer.from(sent[0]?.body ?? '').toString()).toBe(`name=${TOKEN}`);
  });

  test('is followed: what it made is in the registry, and gone when the scope is closed', async () => {
    const { calendar, registry, scope, lines, journal } = scripted(({ method }) =>
      method === 'DELETE' ? answer(204) : made,
    );
    await calendar.create('tags', { name: MARK });
    expect(registry.left).toEqual([{ collection: 'tags', id: '5', proven: true }]);
    await calendar.read('tags', byId({ id: '5' }));
    await scope.close();
    expect(lines()).toEqual(['POST /tags', 'GET /tags/5', 'DELETE /tags/5']);
    expect(registry.left).toEqual([]);
    expect(journal).toEqual(['made 1 tags/5', 'gone 3', 'gone 1']);
  });

  test('of a record that was never read waits for the end of the run', async () => {
    const { calendar, registry, scope, lines } = scripted(() => made);
    await calendar.create('tags', { name: MARK });
    await scope.close();
    expect(lines()).toEqual(['POST /tags']);
    expect(registry.left).toHaveLength(1);
  });

  test('of a record that was deleted meanwhile is settled', async () => {
    const { calendar, registry, scope, lines } = scripted(() => made);
    await calendar.create('tags', { name: MARK });
    await calendar.remove('tags', byId({ id: '5' }));
    await scope.close();
    expect(lines()).toEqual(['POST /tags', 'GET /tags/5', 'DELETE /tags/5']);
    expect(registry.left).toEqual([]);
  });

  test('without an id in its answer is unsettled', async () => {
    const { calendar, registry } = scripted(() => ({ kind: 'reset', message: 'closed' }));
    await calendar.create('tags', { name: MARK, slug: MARK });
    expect(registry.unknown.map(({ claim }) => claim)).toEqual([
      { kind: 'create', collection: 'tags', token: TOKEN, slug: TOKEN },
    ]);
  });

  test('is claimed in its own language, or else in that of its calendar: lists in it find the record', async () => {
    const { calendar, registry } = scripted(() => made, { via: { language: 'nl' } });
    await calendar.create('tags', { name: MARK });
    await calendar.create('tags', { name: MARK }, { segment: 'fr' });
    expect(registry.claims.map(({ language }) => language)).toEqual(['nl', 'fr']);
  });

  test('without an id in its answer is looked for by its token', async () => {
    const { calendar, registry, lines } = scripted(({ method }) =>
      method === 'GET' ? answer(200, { tags: [{ id: 5, name: `Free ${TOKEN}` }] }) : answer(200, { success: true }),
    );
    const { id } = await calendar.make('tags', { name: MARK });
    expect(id).toBe('5');
    expect(lines()[1]).toContain(`search=${TOKEN}`);
    expect(registry.left).toEqual([{ collection: 'tags', id: '5', proven: true }]);
  });

  test('that is still under way when the scope is closed is waited for and undone', async () => {
    let carryOut = (): void => {};
    const wait = new Promise<void>((resolve) => (carryOut = resolve));
    const { calendar, scope, lines } = scripted(async ({ method }) => {
      if (method === 'POST') await wait;
      return method === 'DELETE' ? answer(204) : made;
    });
    const creating = calendar.create('tags', { name: MARK });
    const reading = calendar.read('tags', byId({ id: '5' }));
    const closing = scope.close();
    carryOut();
    await Promise.all([creating, reading, closing]);
    expect(lines()).toEqual(['POST /tags', 'GET /tags/5', 'DELETE /tags/5']);
  });
});

test('once a scope is closed nothing more is sent through it', async () => {
  const { calendar, scope, lines } = scripted(() => made);
  await scope.close();
  await expect(calendar.create('tags', { name: MARK })).rejects.toThrow('ended');
  expect(lines()).toEqual([]);
});

describe('making what a check needs', () => {
  test('gives the id and what is shown', async () => {
    const { calendar } = scripted(() => made);
    expect(await calendar.make('tags', { name: MARK })).toMatchObject({ id: '5', shown: { id: '5' } });
  });

  test('gives the id of Location', async () => {
    const { calendar } = scripted(() => answer(201, undefined, [['location', '/tags/6']]));
    expect(await calendar.make('tags', { name: MARK })).toMatchObject({ id: '6', shown: { json: {} } });
  });

  test.each([
    ['refused', answer(400, { code: 'x' }), 'answered with 400'],
    ['reset', { kind: 'reset', message: 'closed' } as const, 'reset'],
    ['silent', answer(204), 'returned no id'],
  ])('is inconclusive when it is %s', async (_, outcome, words) => {
    const making = scripted(() => outcome).calendar.make('tags', { name: MARK });
    await expect(making).rejects.toThrow(words);
    await expect(making).rejects.toMatchObject({ need: 'tags.create' });
    await expect(making).rejects.toBeInstanceOf(Inconclusive);
  });
});

describe('other requests', () => {
  test('go where they belong', async () => {
    const { calendar, bindings, lines } = scripted(() => ours);
    bindings.bind(ref('tags', 't1'), '5');
    await calendar.read('events', bySlug('a b'), { segment: 'nl' });
    await calendar.update('tags', byId({ id: '5' }), 'PATCH', { name: 'x' });
    await calendar.remove('tags', byId({ id: '5' }), { language: 'de' });
    await calendar.list('events', { tags: [ref('tags', 't1')], per_page: 5 });
    await calendar.follow(
      'https://elsewhere.example/rest/vendor/events/v1/tags?page=2',
      await calendar.list('tags', {}),
    );
    expect(lines()).toEqual([
      'GET /nl/events/by-slug/a%20b'.replace('/nl', '/nl'),
      'GET /tags/5',
      'PATCH /tags/5',
      'DELETE /tags/5?ml_language=de',
      'GET /events?tags=5&per_page=5',
      'GET /tags',
      'GET /tags?page=2',
    ]);
  });

  test('that write are journalled and settled; those that read are not', async () => {
    const { calendar, journal } = scripted(() => ours);
    await calendar.read('tags', byId({ id: '5' }));
    await calendar.update('tags', byId({ id: '5' }), 'PUT', { name: 'x' });
    await calendar.send({ method: 'BREW', path: '/tags' });
    expect(journal).toEqual(['gone 2', 'gone 3']);
  });
});

test('ids of digits are sent as numbers, unless they are too long for one', async () => {
  const { calendar, bindings, sent } = scripted(() => ours);
  bindings.bind(ref('venues', 'a'), '0123456789012345678');
  bindings.bind(ref('venues', 'b'), '42');
  await calendar.update('events', byId({ id: '1' }), 'PATCH', { venue: [ref('venues', 'a'), ref('venues', 'b')] });
  expect(sentBy(sent.at(-1))).toEqual({ venue: ['0123456789012345678', 42] });
});

describe('a write that is redirected', () => {
  const root = '/rest/vendor/events/v1';
  const to = (path: string, status = 308) => answer(status, {}, [['Location', `${root}${path}`]]);

  test('goes to the record of its slug with method and body, and its answer is that of the last', async () => {
    const { calendar, lines, sent } = scripted(({ method, target }) =>
      method === 'PATCH' && target.includes('by-slug') ? to('/tags/5') : ours,
    );
    const { exchange } = await calendar.update('tags', bySlug('x'), 'PATCH', { name: MARK });
    expect(lines()).toEqual(['GET /tags/by-slug/x', 'PATCH /tags/by-slug/x', 'GET /tags/5', 'PATCH /tags/5']);
    expect(sentBy(sent[3])).toEqual(sentBy(sent[1]));
    expect([exchange.request.target, exchange.outcome]).toEqual([`${root}/tags/by-slug/x`, ours]);
  });

  test('never goes to a record of others', async () => {
    const { calendar, lines } = scripted(({ method, target }) => {
      if (target.endsWith('/tags/6')) return answer(200, { id: 6, name: 'of others' });
      return method === 'DELETE' ? to('/tags/6') : ours;
    });
    await expect(calendar.remove('tags', bySlug('x'))).rejects.toThrow(Inconclusive);
    expect(lines().filter((line) => line.startsWith('DELETE'))).toEqual(['DELETE /tags/by-slug/x']);
  });

  test('is read with 303, and what a create made is known by that', async () => {
    const { calendar, lines, registry, journal } = scripted(({ method }) =>
      method === 'POST' ? to('/tags/5', 303) : made,
    );
    await calendar.create('tags', { name: MARK });
    expect(lines()).toEqual(['POST /tags', 'GET /tags/5']);
    expect(registry.left).toEqual([{ collection: 'tags', id: '5', proven: true }]);
    expect(journal).toEqual(['made 1 tags/5']);
  });

  test.each([
    ['out of the calendar', to('/../../../login', 307)],
    ['by a status that may turn it into a read', to('/tags/5', 301)],
    ['in a circle', to('/tags', 307)],
  ])('%s ends with the redirect', async (_, redirect) => {
    const { calendar } = scripted(() => redirect);
    expect((await calendar.create('tags', { name: MARK })).exchange.outcome).toEqual(redirect);
  });
});
