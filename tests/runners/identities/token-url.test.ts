import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openIdentities } from '../../../runners/identities/open-identities.js';
import { Inconclusive } from '../../../wire/errors.js';
import { createRedaction } from '../../../wire/redaction.js';
import { createTestEnvironment } from '../cli/console.js';
import { type Answer, listenForTokens } from './token-server.js';

/** An identity with a token URL, on a clock that is moved by hand. */
async function setUp(more: Readonly<Record<string, string>>, answer?: Answer) {
  const server = await listenForTokens(answer);
  const value = JSON.stringify({ token_url: server.tokenUrl, ...more });
  let now = Date.parse('2027-06-01T09:00:00Z');
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const { environment } = createTestEnvironment({ variables: { OAUTH: value }, clock });
  const redaction = createRedaction([]);
  const options = { environment, connection: { timeoutMs: 2000 }, redaction };
  const open = () => openIdentities([{ name: 'anna', source: { from: 'env', name: 'OAUTH' } }], options);
  return { server, redaction, open, wait: (seconds: number) => void (now += seconds * 1000) };
}

async function setUpOpen(...[more, answer]: Parameters<typeof setUp>) {
  const { open, ...rest } = await setUp(more, answer);
  const credential = (await open()).get('anna');
  if (!credential) throw new Error('there is no anna');
  const token = async () => (await credential.headers()).find(([name]) => name === 'Authorization')?.[1];
  return { ...rest, credential, token };
}

const client = { client_id: 'cal proof', client_secret: 's3cr:et' };

describe('a token is asked for', () => {
  test('by client credentials, as RFC 6749 has it', async () => {
    const { server, token } = await setUpOpen({ ...client, scope: 'calendar', audience: 'here' });
    expect(await token()).toBe('Bearer token-1');
    const encoded = Buffer.from('cal+proof:s3cr%3Aet').toString('base64');
    expect(server.asked).toEqual([
      {
        form: { grant_type: 'client_credentials', scope: 'calendar', audience: 'here' },
        authorization: `Basic ${encoded}`,
      },
    ]);
    expect(server.requests).toEqual(['POST /token']);
  });

  test('with the secret in the form, where the server wants it there', async () => {
    const { server } = await setUpOpen({ ...client, client_auth: 'body' });
    expect(server.asked).toEqual([{ form: { grant_type: 'client_credentials', ...client }, authorization: undefined }]);
  });

  test('with a token to refresh by, and then with the one that was given out last', async () => {
    const { server, token, wait } = await setUpOpen({ client_id: 'app', refresh_token: 'refresh-0' }, (count) => [
      200,
      { access_token: `token-${count}`, expires_in: 60, refresh_token: `refresh-${count}` },
    ]);
    wait(61);
    expect(await token()).toBe('Bearer token-2');
    const form = { grant_type: 'refresh_token', client_id: 'app' };
    expect(server.asked.map((one) => one.form)).toEqual([
      { ...form, refresh_token: 'refresh-0' },
      { ...form, refresh_token: 'refresh-1' },
    ]);
  });
});

describe('a token is kept', () => {
  test('until it is about to expire, and then asked for once, whoever waits for it', async () => {
    const { server, token, wait } = await setUpOpen(client);
    wait(50);
    expect(await Promise.all([token(), token()])).toEqual(['Bearer token-1', 'Bearer token-1']);
    wait(5);
    expect(await Promise.all([token(), token(), token()])).toEqual(Array(3).fill('Bearer token-2'));
    expect(server.asked.length).toBe(2);
  });

  test('for ever where nothing is said of its end', async () => {
    const { server, token, wait } = await setUpOpen(client, (count) => [200, { access_token: `token-${count}` }]);
    wait(1_000_000);
    expect(await token()).toBe('Bearer token-1');
    expect(server.asked.length).toBe(1);
  });

  test('until a 401, and then renewed once', async () => {
    const { server, credential, token, wait } = await setUpOpen(client);
    const refused = await credential.headers();
    wait(20);
    expect(await Promise.all([credential.renew(refused), credential.renew(refused)])).toEqual([true, true]);
    expect(await token()).toBe('Bearer token-2');
    expect(server.asked.length).toBe(2);
  });

  test('while it is too young for a 401 to be about it', async () => {
    const { server, credential, wait } = await setUpOpen(client);
    wait(5);
    expect(await credential.renew(await credential.headers())).toBe(false);
    expect(server.asked.length).toBe(1);
  });
});

describe('where there is no token', () => {
  test.each<readonly [string, Answer, RegExp]>([
    [
      'it is refused',
      () => [401, { error: 'invalid_client', error_description: 's3cr:et is wrong' }],
      /401 \(invalid_client\)/,
    ],
    ['the answer holds none', () => [200, { token_type: 'Bearer' }], /without an access_token/],
    ['the answer is no object', () => [500, 's3cr:et'], /answered with 500;/],
  ])('at the start because %s, the message has no secret', async (_, answer, sentence) => {
    const { open } = await setUp(client, answer);
    const opening = open();
    await expect(opening).rejects.toMatchObject({ exitCode: 3, message: expect.stringMatching(sentence) });
    await expect(opening).rejects.toMatchObject({ message: expect.not.stringContaining('s3cr') });
  });

  test('at the start because nobody answers, the message says so', async () => {
    const { environment } = createTestEnvironment({
      variables: { OAUTH: JSON.stringify({ token_url: 'http://127.0.0.1:1/token', ...client }) },
    });
    const options = { environment, connection: { timeoutMs: 1000 }, redaction: createRedaction([]) };
    const opening = openIdentities([{ name: 'anna', source: { from: 'env', name: 'OAUTH' } }], options);
    await expect(opening).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/could not be reached/),
    });
  });

  test('during a run verdicts are inconclusive, and it is not requested every time', async () => {
    const { server, credential, wait } = await setUpOpen(client, (count) =>
      count === 2 ? [503, {}] : [200, { access_token: `token-${count}`, expires_in: 60 }],
    );
    wait(61);
    await expect(credential.headers()).rejects.toBeInstanceOf(Inconclusive);
    await expect(credential.headers()).rejects.toBeInstanceOf(Inconclusive);
    expect(server.asked.length).toBe(2);
    wait(11);
    expect(await credential.headers()).toEqual([['Authorization', 'Bearer token-3']]);
  });
});

test('every token and every secret is known as one', async () => {
  const { redaction, token, wait } = await setUpOpen(client);
  wait(61);
  await token();
  const text = redaction.text('token-1 token-2 s3cr:et');
  expect(text).toBe('[redacted] [redacted] [redacted]');
});

test('a file is read again once what it held was refused', async () => {
  let now = 0;
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const { environment } = createTestEnvironment({ clock });
  const path = join(environment.folder, 'token');
  writeFileSync(path, 'Bearer old');
  const options = { environment, connection: { timeoutMs: 1000 }, redaction: createRedaction([]) };
  const identities = await openIdentities([{ name: 'anna', source: { from: 'file', path: 'token' } }], options);
  const credential = identities.get('anna');
  writeFileSync(path, 'Bearer new');
  now = 20_000;
  expect(await credential?.headers()).toEqual([['Authorization', 'Bearer old']]);
  expect(await credential?.renew([['Authorization', 'Bearer old']])).toBe(true);
  expect(await credential?.headers()).toEqual([['Authorization', 'Bearer new']]);
});
