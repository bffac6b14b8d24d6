import { describe, expect, test } from 'vitest';
import type { HarmBudget } from '../../../wire/client/harm-limit.js';
import { mistaken } from '../../../wire/client/authentication.js';
import { BudgetSpent, HarnessError, Inconclusive } from '../../../wire/errors.js';
import { get, post, respond } from '../stub.js';
import { check, cleanUp, setUp } from './set-up.js';

const harm: HarmBudget = { records: 3, recordsAtOnce: 2, octets: 100, failedLogins: 1 };
const creates = (claim: unknown): boolean => claim === 'create';
const create = { ...check, claim: 'create' };
const deleting = (target: string) => ({ method: 'DELETE', target, headers: [] });

test('a write to anything but the service is our defect, and is not sent; a GET may follow a link', async () => {
  const { client, requests } = setUp({ isWithin: (target) => target.startsWith('/rest/') });
  await expect(client.send(post, check)).rejects.toThrow(HarnessError);
  await client.send({ ...post, target: '/rest/a' }, check);
  await client.send(get, check);
  expect(requests.map(({ method, target }) => `${method} ${target}`)).toEqual(['POST /rest/a', 'GET /']);
});

test('so is a method that is none of a run', async () => {
  const { client, requests } = setUp();
  await expect(client.send({ ...get, method: 'PURGE' }, check)).rejects.toThrow('PURGE is no method of a run');
  expect(requests).toEqual([]);
});

describe('a run creates', () => {
  test('so many records at once, until some are deleted', async () => {
    const { client } = setUp({ harm, creates });
    await client.send(post, create);
    await client.send(post, create);
    await expect(client.send(post, create)).rejects.toThrow('the 2 records that a run may have at once are spent');
    await client.send(deleting('/1'), check);
    await client.send(deleting('/1'), check);
    expect(client.harm).toMatchObject({ records: 2, recordsAtOnce: 1 });
    await client.send(post, create);
    await expect(client.send(post, create)).rejects.toThrow('the 3 records that a run may create are spent');
  });

  test('none at once where creates are refused, which count in all as if they were not', async () => {
    const { client } = setUp({ harm, creates }, () => respond(400));
    for (let time = 0; time < 3; time += 1) await client.send(post, create);
    expect(client.harm).toMatchObject({ records: 3, recordsAtOnce: 0 });
    await expect(client.send(post, create)).rejects.toThrow(Inconclusive);
  });
});

test('updates create nothing, and what a body weighs is counted for both', async () => {
  const { client } = setUp({ harm, creates });
  await client.send({ ...post, body: Buffer.alloc(99) }, check);
  expect(client.harm).toEqual({ records: 0, recordsAtOnce: 0, octets: 99, failedLogins: 0 });
  await expect(client.send(post, create)).rejects.toThrow('the 100 octets that a run may send are spent');
});

test('wrong passwords are counted', async () => {
  const { client } = setUp({ harm });
  await client.send(get, { ...check, as: mistaken[0] });
  await expect(client.send(get, { ...check, as: mistaken[1] })).rejects.toThrow(
    'the 1 wrong passwords that a run may send are spent',
  );
  await client.send(get, check);
});

test('clean-up may do what a run may not any more', async () => {
  const { client, requests } = setUp({ harm, creates });
  await client.send({ ...post, body: Buffer.alloc(100) }, check);
  await client.send({ ...deleting('/1'), body: Buffer.from('{}') }, cleanUp);
  expect(requests).toHaveLength(2);
  expect(client.harm.octets).toBe(102);
});

test('what is not sent, as the requests of the run are spent, does no harm', async () => {
  const { client } = setUp({ harm, creates, maxRequests: 1 });
  await client.send(post, create);
  await expect(client.send(post, create)).rejects.toThrow(BudgetSpent);
  expect(client.harm).toMatchObject({ records: 1, recordsAtOnce: 1, octets: 2 });
});
