import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fetchCredentials, toHeaderOption } from '../../../runners/input/credentials.js';
import { fetchSecret, toSecretSource } from '../../../runners/input/secrets.js';
import { createTestEnvironment } from '../cli/console.js';

const { environment } = createTestEnvironment({ variables: { LOGIN: 'anna:s3cret', EMPTY: '', LINES: 'a\nb' } });
writeFileSync(join(environment.folder, 'token'), 'abc.def\n');

const secretFrom = (text: string): Promise<string> => {
  const source = toSecretSource(text);
  if (!source) throw new Error(`${text} is no source`);
  return fetchSecret(source, environment);
};

test.each([
  ['env:LOGIN', 'anna:s3cret'],
  ['file:token', 'abc.def'],
  ['cmd:printf x; printf y', 'xy'],
])('%s gives its secret', async (source, secret) => {
  expect(await secretFrom(source)).toBe(secret);
});

test.each(['env:NOT_SET', 'env:EMPTY', 'env:LINES', 'file:nowhere', 'cmd:false'])(
  'the message for %s shows nothing of it',
  async (source) => {
    await expect(secretFrom(source)).rejects.toMatchObject({ exitCode: 2 });
  },
);

test.each(['anna:s3cret', 'ENV:LOGIN', 'env:', ''])('%j is no source', (text) => {
  expect(toSecretSource(text)).toBeUndefined();
});

test('a Basic secret is sent in base64, and every spelling of it is known as secret', async () => {
  const { headers, secrets } = await fetchCredentials(
    { basic: { from: 'env', name: 'LOGIN' }, headers: [] },
    environment,
  );
  expect(headers).toEqual([['Authorization', 'Basic YW5uYTpzM2NyZXQ=']]);
  expect(secrets).toEqual(expect.arrayContaining(['s3cret', 'anna:s3cret', 'YW5uYTpzM2NyZXQ=']));
  // What a run sends for a wrong password shows the right one.
  expect(secrets).toEqual(expect.arrayContaining(['S3CRET', Buffer.from('anna:S3CRET').toString('base64')]));
});

test('a token may come with or without the word Bearer', async () => {
  for (const text of ['Bearer abc', 'abc']) {
    const { environment: other } = createTestEnvironment({ variables: { CALPROOF_BEARER: text } });
    const { headers } = await fetchCredentials({ headers: [] }, other);
    expect(headers).toEqual([['Authorization', 'Bearer abc']]);
  }
});

test('an option counts more than a variable, and two options are refused', async () => {
  const { environment: other } = createTestEnvironment({ variables: { CALPROOF_BEARER: 'x', B: 'u:p' } });
  const basic = { from: 'env', name: 'B' } as const;
  const { headers } = await fetchCredentials({ basic, headers: [] }, other);
  expect(headers).toEqual([['Authorization', 'Basic dTpw']]);
  await expect(fetchCredentials({ basic, bearer: basic, headers: [] }, other)).rejects.toMatchObject({ exitCode: 2 });
});

test('headers are read, and a literal secret among them is refused', () => {
  expect(toHeaderOption('X-Tenant:  acme ')).toEqual({ kind: 'plain', name: 'X-Tenant', value: 'acme' });
  expect(toHeaderOption('env:LOGIN')).toMatchObject({ kind: 'secret' });
  expect(() => toHeaderOption('Authorization: Bearer x')).toThrow(/Do not give a secret literally/);
  expect(() => toHeaderOption('no colon')).toThrow(/Name: value/);
  expect(() => toHeaderOption('X: a\r\nY: b')).toThrow(/Name: value/);
});
