import { type Exchange, type HeaderPairs, headerValues } from './exchange.js';
import { isSecretHeader, REDACTED } from './redaction.js';

/** Where a request went and over which connection, for a command that sends it again. */
export interface CurlOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  /** How the run reached its target, such as `['--insecure', '--proxy', 'http://127.0.0.1:3128']`; without secrets. */
  readonly connection?: readonly string[];
}

/** Beyond this an argument may not fit on a command line (Linux: 128 KiB), so the body goes through a pipe. */
const MAX_ARGUMENT = 100_000;

/**
 * Renders an exchange's request as one line that a POSIX shell can run. Secrets become variables to be set first, such
 * as `$CALPROOF_AUTHORIZATION`, or `$CALPROOF_ANNA_AUTHORIZATION` for the identity `anna`. Exchanges must be redacted,
 * so that secrets in other headers are known too.
 */
export function toCurl(
  { request, identity, followed }: Pick<Exchange, 'request' | 'identity' | 'followed'>,
  { origin, connection = [] }: CurlOptions,
): string {
  const { method, target, headers, body } = request;
  const words = [
    'curl',
    '-i',
    ...(followed ? ['--location'] : []),
    ...connection.map(quote),
    ...toTargetFlags(target),
    ...toMethod(method),
    quote(origin + target),
  ];
  const fields = toHeaderFlags(headers, identity);
  if (!body?.length) return [...words, ...fields].join(' ');
  // Without a type curl would call any body a form.
  if (headerValues(headers, 'content-type').length === 0) fields.push('-H', 'Content-Type:');
  const text = toPlainText(body);
  if (text !== undefined) return [...words, ...fields, '--data-raw', quote(text)].join(' ');
  return `printf '${toPrintf(body)}' | ${[...words, ...fields, '--data-binary', '@-'].join(' ')}`;
}

/** curl would resolve dot segments and read brackets and braces as patterns. */
function toTargetFlags(target: string): readonly string[] {
  const dots = /\/\.\.?(\/|\?|$)/.test(target) ? ['--path-as-is'] : [];
  return /[[\]{}]/.test(target) ? [...dots, '--globoff'] : dots;
}

function toMethod(method: string): readonly string[] {
  if (method === 'GET') return [];
  return method === 'HEAD' ? ['--head'] : ['-X', quote(method)];
}

function toHeaderFlags(headers: HeaderPairs, identity: string | undefined): string[] {
  const own = headers.filter(([name]) => !/^(content-length|user-agent)$/i.test(name));
  return own.flatMap(([name, value]) => ['-H', toHeader(name, value, identity)]);
}

function toHeader(name: string, value: string, identity: string | undefined): string {
  if (isSecretHeader(name) || value.includes(REDACTED)) return `${quote(`${name}: `)}"$${toVariable(name, identity)}"`;
  // `Name;` is curl's way to send an empty value; `Name:` would send no such header.
  return quote(value === '' ? `${name};` : `${name}: ${value}`);
}

/** The variable that stands for a secret header field, of an identity if not the default one. */
export const toVariable = (name: string, identity?: string): string =>
  ['CALPROOF', ...(identity === undefined ? [] : [identity]), name]
    .join('_')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '_');

/** The body as text, if it is readable on one line within quotes and hides nothing. */
function toPlainText(body: Uint8Array): string | undefined {
  if (body.length > MAX_ARGUMENT) return undefined;
  const text = Buffer.from(body).toString();
  const faithful = Buffer.from(text).equals(body);
  return faithful && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) ? text : undefined;
}

/** The body as a format of printf(1): harmless ASCII as it is, every other octet as three octal digits. */
function toPrintf(body: Uint8Array): string {
  return Buffer.from(body)
    .toString('latin1')
    .replace(/^-|[^ -~]|['\\%]/g, (octet) => `\\${octet.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

/** A word for a POSIX shell. */
export const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
