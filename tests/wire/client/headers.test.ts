import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { headerValues } from '../../../wire/exchange.js';
import { version } from '../../../wire/package.js';
import { get, post } from '../stub.js';
import { check, setUp } from './set-up.js';

describe('headers', () => {
  test('a read says who asks, for what, and that caches must stand aside', async () => {
    const { client, requests } = setUp();
    await client.send(get, check);
    expect(requests[0]?.headers).toEqual([
      ['Accept', 'application/json'],
      ['User-Agent', `calproof/${version}`],
      ['Cache-Control', 'no-cache'],
    ]);
  });

  test('a write is not about caches', async () => {
    const { client, requests } = setUp();
    await client.send(post, check);
    expect(headerValues(requests[0]?.headers ?? [], 'cache-control')).toEqual([]);
  });

  test("the request's own win over the run's, and those over ours", async () => {
    const headers = [
      ['authorization', 'run'],
      ['accept', 'run/type'],
      ['X-Run', '1'],
      ['X-Run', '2'],
    ] as const;
    const { client, requests } = setUp({ headers });
    await client.send({ ...get, headers: [['Authorization', 'own']] }, check);
    expect(requests[0]?.headers).toEqual([
      ['Authorization', 'own'],
      ['accept', 'run/type'],
      ['X-Run', '1'],
      ['X-Run', '2'],
      ['User-Agent', `calproof/${version}`],
      ['Cache-Control', 'no-cache'],
    ]);
  });

  test('the version is that of the package', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(version).toBe(manifest.version);
  });
});
