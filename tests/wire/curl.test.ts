import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { type CurlOptions, toCurl } from '../../wire/curl.js';
import type { Exchange, WireRequest } from '../../wire/exchange.js';

const origin = 'http://127.0.0.1:8080';

function line(request: Partial<WireRequest>, options: Partial<CurlOptions> = {}): string {
  const exchange: Exchange = {
    number: 1,
    phase: 'check',
    ms: 1,
    request: { method: 'GET', target: '/events', headers: [], ...request },
    outcome: { kind: 'reset', message: '' },
  };
  return toCurl(exchange, { origin, ...options });
}

/** What a shell makes of a line: the words given to curl, and the octets it is fed. */
function run(command: string, env: Readonly<Record<string, string>> = {}) {
  const stub = `curl() { printf '%s\\0' "$@"; case "$*" in *'@-') cat ;; esac; }; ${command}`;
  const output = execFileSync('sh', ['-c', stub], { env: { PATH: process.env['PATH'], ...env } }).toString('latin1');
  const parts = output.split('\0');
  const count = command.includes('@-') ? parts.indexOf('@-') + 1 : parts.length - 1;
  return { words: parts.slice(0, count), fed: parts.slice(count).join('\0') };
}

test('a read is short', () => {
  expect(line({})).toBe('curl -i http://127.0.0.1:8080/events');
});

test('a write names method, headers and body', () => {
  const body = Buffer.from('{"title":"It\'s $HOME `id` \\\\ ✓"}');
  const command = line({
    method: 'POST',
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Empty', ''],
    ],
    body,
  });
  expect(command).not.toContain('\n');
  expect(run(command).words).toEqual([
    '-i',
    '-X',
    'POST',
    `${origin}/events`,
    '-H',
    'Content-Type: application/json',
    '-H',
    'X-Empty;',
    '--data-raw',
    body.toString('latin1'),
  ]);
});

test('HEAD waits for no body', () => {
  expect(run(line({ method: 'HEAD' })).words).toContain('--head');
});

test.each(["/a'b", '/?q=a&b=c;d', '/?q=$(id)`id`"!*', '/%2F%20'])('the shell leaves the target %s alone', (target) => {
  expect(run(line({ target })).words.at(-1)).toBe(origin + target);
});

test.each(['/a/../b', '/a/.', '/./?x'])('curl leaves the dots of %s alone', (target) => {
  expect(run(line({ target })).words).toContain('--path-as-is');
});

test.each(['/?a[]=1', '/{b}'])('curl leaves the brackets of %s alone', (target) => {
  expect(run(line({ target })).words).toContain('--globoff');
});

test('curl does not call a body without a type a form', () => {
  expect(run(line({ method: 'PUT', body: Buffer.from('x') })).words).toContain('Content-Type:');
});

test('what curl says by itself is left out', () => {
  const headers = [
    ['User-Agent', 'calproof'],
    ['content-length', '5'],
  ] as const;
  expect(run(line({ headers })).words).not.toContain('-H');
});

test('a run that trusted any certificate says so', () => {
  expect(run(line({}, { connection: ['--insecure'] })).words).toContain('--insecure');
});

describe('a body that is no readable line', () => {
  test.each([
    ['every octet', Buffer.from(Array.from({ length: 256 }, (_, octet) => octet))],
    ['line ends', Buffer.from('a\r\nb\n')],
    ['broken UTF-8', Buffer.from([0x22, 0xc3, 0x22])],
    ['format signs and digits', Buffer.from("-%s\\n'\x017")],
    ['more than an argument holds', Buffer.alloc(200_000, 'x')],
  ])('is fed by printf: %s', (_, body) => {
    const command = line({ method: 'POST', body });
    expect(command).not.toContain('\n');
    expect(run(command.length > 100_000 ? shorten(command) : command).fed).toBe(
      body.length > 100_000 ? 'x' : body.toString('latin1'),
    );
  });
});

/** A shell takes long input from a file but not as an argument, and arguments are how these tests hand it over. */
const shorten = (command: string): string => command.replace(/x{1000,}/, 'x');

describe('secrets', () => {
  test('become variables', () => {
    const headers = [
      ['Authorization', 'Basic dTpw'],
      ['X-Api-Key', '[redacted]'],
      ['Cookie', 'a=b'],
    ] as const;
    const command = line({ headers });
    expect(command).not.toMatch(/dTpw|a=b/);
    const { words } = run(command, {
      CALPROOF_AUTHORIZATION: 'Basic s e',
      CALPROOF_X_API_KEY: 'k',
      CALPROOF_COOKIE: 'c',
    });
    expect(words).toEqual(expect.arrayContaining(['Authorization: Basic s e', 'X-Api-Key: k', 'Cookie: c']));
  });
});
