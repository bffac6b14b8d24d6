import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReferenceServer } from '../../reference-server/index.js';
import { certificate } from '../wire/transports/certificate.js';
import { certificates, encryptedKey } from '../wire/transports/certificates.js';
import { calproof, createTestEnvironment } from './cli/console.js';
import { listenReference } from './targets.js';
import { fileOf, listenProxy, listenTls, nobody } from './unusable/servers.js';

const ONE = '--only tags.create.required-only --seed 7';
const { client, authority } = certificates;
const LOGIN = 'anna:hunter:22@';
const BASIC = `Basic ${Buffer.from(LOGIN).toString('base64')}`;
const SECRETS = /hunter|YW5uYTpod/;

const listenReferenceTls = (options = {}): Promise<string> =>
  listenTls({ ...certificate, ...options }, createReferenceServer().handler);

const mutual = { requestCert: true, ca: authority.cert };

test('a target that wants a client certificate is judged with --cert and --key, or both in one file', async () => {
  const url = `https://${await listenReferenceTls(mutual)}`;
  const ca = `--ca ${fileOf(certificate.cert)}`;
  const apart = `--cert ${fileOf(client.cert)} --key ${fileOf(client.key)}`;
  const together = `--cert ${fileOf(`${client.cert}\n${client.key}\n`)}`;
  for (const shown of [apart, together]) {
    const { code, stderr } = await calproof(`check ${url} ${ca} ${shown} ${ONE}`);
    expect(stderr).toBe('');
    expect(code).toBe(0);
  }
});

test.each([
  ['--key KEY', '--key needs --cert'],
  ['--cert nowhere.pem', 'nowhere.pem cannot be read'],
  ['--cert KEY', 'contains no PEM certificate.'],
  ['--cert CERT', 'contains no PEM private key; give its file with --key.'],
  ['--cert CERT --key CERT', 'contains no PEM private key.'],
  ['--cert CERT --key OTHER', 'do not match.'],
  ['--cert CERT --key LOCKED', 'is encrypted'],
  ['--cert CERT --key BROKEN', 'cannot be used; check that both are complete'],
])('%s is wrong use: one sentence, exit 2', async (line, expected) => {
  const files: Readonly<Record<string, string>> = {
    CERT: client.cert,
    KEY: client.key,
    OTHER: certificates.stranger.key,
    LOCKED: encryptedKey,
    BROKEN: client.key.slice(0, 90),
  };
  const words = line.split(' ').map((word) => (word in files ? fileOf(files[word] ?? '') : word));
  const { code, stderr } = await calproof(['check', 'https://127.0.0.1:1', ...words]);
  expect(code).toBe(2);
  expect(stderr).toContain(expected);
  expect(stderr.trimEnd()).not.toContain('\n');
});

test('plain HTTP goes through a proxy as requests for whole addresses', async () => {
  const { url } = await listenReference();
  const proxy = await listenProxy();
  const { code, stderr } = await calproof(`check ${url} --proxy http://${proxy.at} ${ONE}`);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(proxy.asked).toContain(`GET ${url}/vendor/events/v1/events`);
  expect(proxy.asked.every((request) => request.includes(` ${url}/`))).toBe(true);
});

test('TLS goes through a tunnel, which the proxy cannot read', async () => {
  const at = await listenReferenceTls(mutual);
  const proxy = await listenProxy();
  const shown = `--insecure --cert ${fileOf(client.cert)} --key ${fileOf(client.key)}`;
  const { code, stderr } = await calproof(`check https://${at} --proxy http://${proxy.at} ${shown} ${ONE}`);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${at}`]));
});

test.each(['http', 'https'])(
  'the login of a proxy is sent for %s, to the proxy alone, and stands nowhere',
  async (scheme) => {
    const seen = new Set<string | undefined>();
    const { handler } = createReferenceServer();
    const lost = await listenReference((request, response) => {
      seen.add(request.headers['proxy-authorization']);
      if (/\/tags\/\d+/.test(request.url ?? '') && request.method === 'GET') return !!response.writeHead(404).end('{}');
      return false;
    });
    const target = scheme === 'http' ? lost.url : `https://${await listenTls(certificate, handler)}`;
    const proxy = await listenProxy(BASIC);
    const variables = { WAY: `http://${encodeURIComponent('anna')}:${encodeURIComponent('hunter:22@')}@${proxy.at}` };
    const line = `check ${target} --insecure --proxy env:WAY ${ONE} --report json=report.json`;
    const { code, stdout, stderr, folder } = await calproof(line, { variables });
    expect(code).toBe(scheme === 'http' ? 1 : 0);
    expect(proxy.asked.length).toBeGreaterThan(0);
    expect([...seen].filter((value) => value !== undefined)).toEqual([]);
    expect(`${stdout}${stderr}${readFileSync(join(folder, 'report.json'), 'utf8')}`).not.toMatch(SECRETS);
  },
);

test('a proxy over TLS is trusted like a target', async () => {
  const { url } = await listenReference();
  const { code, stderr } = await calproof(`check ${url} --proxy https://${await listenReferenceTls()} ${ONE}`);
  expect(code).toBe(3);
  expect(stderr).toMatch(/^The proxy https:\/\/127.* is unreachable \(self-signed certificate\)/);
});

test('env takes the proxy of the scheme from the environment, but for what NO_PROXY excepts', async () => {
  const { url } = await listenReference();
  const { at, asked } = await listenProxy();
  const check = async (variables: Readonly<Record<string, string>>) =>
    calproof(`check ${url} --proxy env ${ONE}`, { variables });
  expect((await check({ HTTP_PROXY: at, HTTPS_PROXY: await nobody() })).code).toBe(0);
  expect((await check({ http_proxy: `http://${at}` })).code).toBe(0);
  const used = asked.length;
  expect(used).toBeGreaterThan(0);
  for (const exception of ['*', '127.0.0.1', `other.example, ${new URL(url).host}`, '.0.0.1']) {
    expect((await check({ HTTP_PROXY: at, NO_PROXY: exception })).code).toBe(0);
  }
  expect(asked.length).toBe(used);
  expect((await check({ HTTP_PROXY: at, NO_PROXY: '127.0.0.1:1,27.0.0.1' })).code).toBe(0);
  expect(asked.length).toBeGreaterThan(used);
});

test('without --proxy, the environment names no proxy', async () => {
  const { url } = await listenReference();
  const variables = { HTTP_PROXY: `http://${await nobody()}` };
  expect((await calproof(`check ${url} ${ONE}`, { variables })).code).toBe(0);
});

test.each([
  ['http://anna:hunter22@proxy.example:3128', '--proxy does not accept literal credentials'],
  ['socks5://proxy.example:1080', '--proxy socks5://proxy.example:1080 is not an HTTP proxy'],
  ['proxy.example:3128', 'write http://host:port'],
  ['http://proxy.example/path', 'is not an HTTP proxy'],
  ['env', '--proxy env finds no proxy for http://127.0.0.1:1: set HTTP_PROXY, or omit --proxy.'],
  ['env:NOT_SET', 'There is no secret in the variable NOT_SET.'],
  ['env:JUNK', 'The value of --proxy is not an HTTP proxy'],
])('--proxy %s is wrong use: exit 2, and no secret is printed', async (proxy, expected) => {
  const variables = { JUNK: 'anna:hunter22' };
  const { code, stderr } = await calproof(['check', 'http://127.0.0.1:1', '--proxy', proxy], { variables });
  expect(code).toBe(2);
  expect(stderr).toContain(expected);
  expect(stderr).not.toContain('hunter');
});

test('a failure names how it was reached, for whoever repeats it', async () => {
  const { url } = await listenReference((request, response) => {
    const lost = request.method === 'GET' && /\/tags\/\d+/.test(request.url ?? '');
    if (lost) response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    return lost;
  });
  const { at } = await listenProxy();
  const { stdout } = await calproof(`check ${url} --proxy http://${at} ${ONE} --verbose`);
  expect(stdout).toContain(`curl -i --proxy http://${at} `);
});

test('a clock that is off is a warning in the report and on the console, and fails nothing', async () => {
  const { url } = await listenReference((_, response) => {
    response.sendDate = false;
    response.setHeader('Date', new Date(Date.now() + 2 * 3_600_000 + 65_000).toUTCString());
    return false;
  });
  const { code, stdout, folder } = await calproof(`check ${url} ${ONE} --report json=report.json`);
  const warning = "The target's clock is 2 hours 1 minute ahead of ours.";
  expect(code).toBe(0);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`Warning ${warning}`);
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).warnings).toEqual([
    `${warning} Correct the clock that is wrong, or pass the target's time with --now.`,
  ]);
});

test('whoever gives the time of the target with --now is not warned of it', async () => {
  const ahead = Date.now() + 2 * 3_600_000;
  const { url } = await listenReference((_, response) => {
    response.sendDate = false;
    response.setHeader('Date', new Date(ahead).toUTCString());
    return false;
  });
  const now = new Date(ahead).toISOString();
  const { folder } = await calproof(`check ${url} ${ONE} --now ${now} --report json=report.json`);
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).warnings).toEqual([]);
});

test('sweep and prove reach their target in the same ways', async () => {
  const { environment } = createTestEnvironment();
  for (const line of ['prove http://127.0.0.1:1 --key x', 'prove http://127.0.0.1:1 --proxy ftp://x']) {
    expect((await calproof(line, { folder: environment.folder })).code).toBe(2);
  }
  for (const command of ['check', 'prove', 'sweep']) {
    const { stdout } = await calproof(`${command} --help`);
    for (const option of ['--cert <file>', '--key <file>', '--proxy <url>']) expect(stdout).toContain(option);
  }
});
