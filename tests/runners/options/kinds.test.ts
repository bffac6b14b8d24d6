import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openIdentities } from '../../../runners/identities/open-identities.js';
import { toIdentityOption } from '../../../runners/options/connection-flags.js';
import { createRedaction } from '../../../wire/redaction.js';
import { createTestEnvironment } from '../cli/console.js';

const { environment } = createTestEnvironment({
  variables: {
    BASIC: 'anna:s3cret',
    BEARER: 'Bearer t0ken',
    KEY: 'X-Api-Key: k3y',
    COOKIE: 'Cookie: session=s3ssion; theme=dark',
    EMPTY_NAME: ':s3cret',
    WORD: 's3cretword',
    LINES: 'X-A: s3cret\nX-B: c',
    BROKEN: '{ "token_url": s3cret',
    NO_URL: '{ "client_id": "calproof", "client_secret": "s3cret" }',
    PLAIN_HTTP: '{ "token_url": "http://auth.example.org/token", "client_id": "a", "client_secret": "s3cret" }',
    ODD: '{ "token_url": "https://auth.example.org/token", "client_secrt": "s3cret" }',
    NOT_TEXT: '{ "token_url": "https://auth.example.org/token", "client_secret": 7 }',
    NO_SECRET: '{ "token_url": "https://auth.example.org/token", "client_id": "s3cret" }',
    ODD_AUTH: '{ "token_url": "https://auth.example.org/token", "client_secret": "s3cret", "client_auth": "s3cret" }',
  },
});
writeFileSync(join(environment.folder, 'login'), 'ben:pass:word\n');

async function headersOf(...options: readonly string[]) {
  const redaction = createRedaction([]);
  const connection = { timeoutMs: 1000 };
  const identities = await openIdentities(options.map(toIdentityOption), { environment, connection, redaction });
  const headers = await identities.get('anna')?.headers();
  return { headers, redacted: redaction.text(JSON.stringify(headers)) };
}

describe('an identity proves itself by', () => {
  test.each([
    ['a user and a password', 'anna=env:BASIC', [['Authorization', 'Basic YW5uYTpzM2NyZXQ=']]],
    ['a password with colons, from a file', 'anna=file:login', [['Authorization', 'Basic YmVuOnBhc3M6d29yZA==']]],
    ['a token', 'anna=env:BEARER', [['Authorization', 'Bearer t0ken']]],
    ['a header', 'anna=env:KEY', [['X-Api-Key', 'k3y']]],
    ['cookies', 'anna=env:COOKIE', [['Cookie', 'session=s3ssion; theme=dark']]],
    ['a command', 'anna=cmd:echo Bearer $((6*7))', [['Authorization', 'Bearer 42']]],
    [
      'a command that prints what a token URL would',
      `anna=cmd:printf '{"access_token":"t1","expires_in":"60"}'`,
      [['Authorization', 'Bearer t1']],
    ],
  ])('%s', async (_, option, headers) => {
    expect((await headersOf(option)).headers).toEqual(headers);
  });

  test('several sources together', async () => {
    const { headers } = await headersOf('anna=env:BEARER', 'anna=env:KEY');
    expect(headers).toEqual([
      ['Authorization', 'Bearer t0ken'],
      ['X-Api-Key', 'k3y'],
    ]);
  });

  test('what is known as secret from then on', async () => {
    for (const name of ['BASIC', 'BEARER', 'KEY', 'COOKIE']) {
      expect((await headersOf(`anna=env:${name}`)).redacted).not.toMatch(/s3cret|t0ken|k3y|s3ssion|YW5uYTpz/);
    }
  });
});

describe('what proves nothing is refused, and not shown:', () => {
  test.each([
    ['env:WORD', /user:password, Bearer TOKEN/],
    ['env:EMPTY_NAME', /user:password, Bearer TOKEN/],
    ['env:LINES', /more than one line/],
    ['env:BROKEN', /start like a JSON object but are not valid JSON/],
    ['env:NO_URL', /token_url is not a URL/],
    ['env:PLAIN_HTTP', /token_url is not https/],
    ['env:ODD', /did you mean client_secret/],
    ['env:NOT_TEXT', /client_secret is not a string/],
    ['env:NO_SECRET', /give a client_secret/],
    ['env:ODD_AUTH', /client_auth must be basic or body/],
    ['env:NOT_SET', /no secret in the variable NOT_SET/],
    ['file:nowhere', /nowhere cannot be read: there is no such file or folder/],
    ['cmd:false', /The command false failed/],
  ])('%s', async (source, sentence) => {
    const refused = headersOf(`anna=${source}`);
    await expect(refused).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(sentence) });
    await expect(refused).rejects.toMatchObject({ message: expect.not.stringContaining('s3cret') });
  });
});

describe('an option that is no identity is refused:', () => {
  test.each([
    ['env:BASIC', /NAME=SOURCE/],
    ['=env:BASIC', /NAME=SOURCE/],
    ['1st=env:BASIC', /starts with a letter/],
    ['anonymous=env:BASIC', /always compared/],
    ['anna=anna:s3cret', /does not accept a literal secret/],
  ])('%s', (option, sentence) => {
    expect(() => toIdentityOption(option)).toThrow(sentence);
    expect(() => toIdentityOption(option)).not.toThrow(/s3cret/);
  });
});
