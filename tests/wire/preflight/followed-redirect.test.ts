import dns from 'node:dns/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isFollowed, isInternal } from '../../../wire/preflight/followed-redirect.js';

/** Has names resolve to addresses; one that is not listed cannot be looked up. */
function resolve(names: Readonly<Record<string, string>>): void {
  const answer = async (name: string): Promise<readonly { readonly address: string }[]> => {
    const address = names[name];
    if (address === undefined) throw new Error(`getaddrinfo ENOTFOUND ${name}`);
    return [{ address }];
  };
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(answer as unknown as typeof dns.lookup);
  onTestFinished(() => lookup.mockRestore());
}

test.each([
  ['http://example.org/a', 'http://example.org/b', true],
  ['http://example.org/', 'https://example.org/', true],
  ['http://example.org/', 'https://www.example.org/', true],
  ['https://www.example.org/', 'https://example.org/', true],
  ['http://127.0.0.1:8080/', 'https://127.0.0.1:8080/', true],
  ['https://example.org/', 'http://example.org/', false],
  ['http://example.org/', 'http://example.org:8080/', false],
  ['http://example.org/', 'http://example.com/', false],
  ['http://example.org/', 'http://api.example.org/', false],
  ['http://example.org/', 'http://www.example.org.example.com/', false],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:9090/', false],
  ['http://example.org/', 'http://169.254.169.254/', false],
])('from %s to %s: %s', async (given, next, expected) => {
  resolve({ 'example.org': '192.0.2.1', 'www.example.org': '192.0.2.2' });
  expect(await isFollowed(new URL(next), new URL(given))).toBe(expected);
});

test.each([
  ['192.0.2.1', '169.254.169.254', false],
  ['192.0.2.1', '::ffff:10.0.0.1', false],
  ['192.0.2.1', undefined, false],
  ['10.0.0.1', '10.0.0.2', true],
  ['192.0.2.1', '2001:db8::1', true],
])('from a name at %s to its twin at %s: %s', async (given, twin, expected) => {
  resolve({ 'example.org': given, ...(twin !== undefined && { 'www.example.org': twin }) });
  expect(await isFollowed(new URL('http://www.example.org/'), new URL('http://example.org/'))).toBe(expected);
});

test.each(['10.1.2.3', '100.64.0.1', '127.8.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1', '0.0.0.0'])(
  '%s is not on the internet',
  (address) => expect(isInternal(address)).toBe(true),
);
test.each(['::1', '::', 'fc00::1', 'fd12::1', 'fe80::1', '::ffff:127.0.0.1'])('%s is not on the internet', (address) =>
  expect(isInternal(address)).toBe(true),
);
test.each(['192.0.2.1', '172.32.0.1', '100.128.0.1', '2001:db8::1', '::ffff:192.0.2.1'])(
  '%s is on the internet',
  (address) => expect(isInternal(address)).toBe(false),
);
