import { expect, test } from 'vitest';
import { get, post as postRoot, respond } from '../stub.js';
import { check, setUp } from './set-up.js';

const post = { ...postRoot, target: '/rest/' };
const isWithin = (target: string): boolean => target.startsWith('/rest/');
const to = (location: string, status = 303) => respond(status, [['Location', location]]);

test.each([301, 302, 303, 307, 308])('a read is sent on with %d, and the exchange names where to', async (status) => {
  const { client, requests } = setUp({ isWithin }, (_, at) => (at === 0 ? to('/rest/5?x=1', status) : respond(200)));
  const { request, followed, outcome } = await client.send(get, check);
  expect(requests.map(({ target }) => target)).toEqual(['/', '/rest/5?x=1']);
  expect([request.target, followed, outcome]).toEqual(['/', ['/rest/5?x=1'], respond(200)]);
  expect(client.sent).toBe(2);
});

test('a Location is resolved against the last target, and asked for at the given origin', async () => {
  const { client, requests } = setUp(
    { isWithin },
    (_, at) => [to('https://other/rest/a/b'), to('../c')][at] ?? respond(200),
  );
  await client.send(get, check);
  expect(requests.map(({ target }) => target)).toEqual(['/', '/rest/a/b', '/rest/c']);
});

test('a circle ends after three hops with the redirect itself', async () => {
  const { client, requests } = setUp({ isWithin }, () => to('/rest/5'));
  expect((await client.send(get, check)).outcome).toEqual(to('/rest/5'));
  expect(requests).toHaveLength(4);
});

test.each(['/elsewhere', 'http://[', '/rest/../elsewhere', 'javascript:alert(1)'])(
  '%s is not followed',
  async (location) => {
    const { client, requests } = setUp({ isWithin }, () => to(location));
    expect(await client.send(get, check)).not.toHaveProperty('followed');
    expect(requests).toHaveLength(1);
  },
);

test('a write is not sent on: whether its record is ours is not known here', async () => {
  const { client, requests } = setUp({ isWithin }, () => to('/rest/5', 307));
  await client.send(post, check);
  expect(requests).toHaveLength(1);
});

test('a hop spends a request of the budget; where none is left, the redirect is the outcome', async () => {
  const { client, requests } = setUp({ isWithin, maxRequests: 1 }, () => to('/rest/5'));
  expect((await client.send(get, check)).outcome).toEqual(to('/rest/5'));
  expect(requests).toHaveLength(1);
});
