import type { Exchange, HeaderPairs, Outcome, WireRequest, WireResponse } from './exchange.js';

/** What stands where a secret was. */
export const REDACTED = '[redacted]';

/** Headers that carry credentials by their nature, in requests and in responses. */
const secretHeaders: readonly string[] = ['authorization', 'cookie', 'proxy-authorization', 'set-cookie'];

/** Whether a header carries credentials, whatever its value. */
export const isSecretHeader = (name: string): boolean => secretHeaders.includes(name.toLowerCase());

/** Removes secrets from what leaves the process: reports, logs, curl lines. */
export interface Redaction {
  /** Adds a secret that was not known before, such as a token that was just issued. */
  learn(secret: string): void;
  text(text: string): string;
  headers(headers: HeaderPairs): HeaderPairs;
  exchange(exchange: Exchange): Exchange;
}

/**
 * Creates a redaction. Credentials in headers are removed by the header's name; the given values (passwords, tokens,
 * keys) are removed everywhere, also percent-encoded, in Base64 or within a JSON string.
 */
export function createRedaction(secrets: readonly string[]): Redaction {
  const known = new Set(secrets);
  let { text: inText, octets: inOctets } = toReplacers([...known]);
  const text = (plain: string): string => inText(plain);

  const headers = (pairs: HeaderPairs): HeaderPairs =>
    pairs.map(([name, value]) => [name, isSecretHeader(name) ? REDACTED : text(value)]);
  const octets = (body: Uint8Array): Uint8Array =>
    Buffer.from(inOctets(Buffer.from(body).toString('latin1')), 'latin1');
  const request = ({ body, ...head }: WireRequest): WireRequest => ({
    ...head,
    target: text(head.target),
    headers: headers(head.headers),
    ...(body && { body: octets(body) }),
  });
  const response = (whole: WireResponse): WireResponse => ({
    ...whole,
    headers: headers(whole.headers),
    body: octets(whole.body),
  });
  const outcome = (whole: Outcome): Outcome =>
    'response' in whole ? { ...whole, response: response(whole.response) } : { ...whole, message: text(whole.message) };

  return {
    learn(secret) {
      known.add(secret);
      ({ text: inText, octets: inOctets } = toReplacers([...known]));
    },
    text,
    headers,
    exchange: (whole) => ({ ...whole, request: request(whole.request), outcome: outcome(whole.outcome) }),
  };
}

/** Replacers of secrets in text, and in octets that were read as Latin-1. */
function toReplacers(secrets: readonly string[]) {
  const spellings = secrets.flatMap(toSpellings);
  return { text: toReplacer(spellings), octets: toReplacer(spellings.map(toLatin1)) };
}

const toSpellings = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
  JSON.stringify(secret).slice(1, -1),
];

const toLatin1 = (text: string): string => Buffer.from(text).toString('latin1');

/** Replaces the longest first, so that a secret within another leaves no rest of it. */
function toReplacer(secrets: readonly string[]): (text: string) => string {
  const ordered = [...new Set(secrets)].filter((secret) => secret !== '').toSorted((a, b) => b.length - a.length);
  return (text) => ordered.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
}
