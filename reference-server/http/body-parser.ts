import type { IncomingMessage } from 'node:http';
import { noParameters, type Parameters, parseParameters } from './parameter-values.js';
import { badRequest, Refusal } from './reply.js';

interface BodyHeaders {
  readonly 'content-type'?: string | undefined;
  readonly 'content-encoding'?: string | undefined;
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * The fields of a JSON or form body, none where there is no body; 415 for other media types, 400 for what cannot be read
 * as an object.
 */
export function parseBody(bytes: Buffer, headers: BodyHeaders): Parameters {
  const [type = '', ...options] = (headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (bytes.length === 0) return noParameters;
  refuseForeign(type, options, headers['content-encoding'] ?? 'identity');
  const text = decodeText(bytes);
  return type === FORM_TYPE ? parseParameters(text) : parseObject(text);
}

function refuseForeign(type: string, options: readonly string[], encoding: string): void {
  const charset = options.find((option) => option.startsWith('charset='))?.slice('charset='.length);
  const isUtf8 = charset === undefined || /^"?utf-?8"?$/.test(charset);
  if ((JSON_TYPE.test(type) || type === FORM_TYPE) && isUtf8 && encoding === 'identity') return;
  throw new Refusal(415, {
    code: 'unsupported_media_type',
    message: `Send application/json or ${FORM_TYPE}, in UTF-8 and without content coding.`,
    headers: { Accept: `application/json, ${FORM_TYPE}` },
  });
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('invalid_encoding', 'The body is not valid UTF-8.');
  }
}

function parseObject(text: string): Parameters {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('invalid_body', 'The body must be a JSON object.');
  }
  return new Map<string, unknown>(Object.entries(value));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('invalid_json', 'The body is not valid JSON.');
  }
}

/** The largest body that is read, in octets. */
const MAX_BODY = 1_048_576;

/** How much more is taken in and thrown away, so that a client that is still sending gets to read the 413. */
const MAX_DISCARDED = 16 * MAX_BODY;

const tooLarge = (): Refusal =>
  new Refusal(413, { code: 'body_too_large', message: `The body is larger than ${MAX_BODY} octets.` });

/** Reads a body whole; 413 when it is larger than `MAX_BODY`, 400 when it breaks off. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  if (awaitsRefusal(request)) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY) chunks.push(chunk);
      else chunks.length = 0;
      if (size > MAX_DISCARDED) reject(tooLarge());
    });
    request.on('end', () => (size > MAX_BODY ? reject(tooLarge()) : resolve(Buffer.concat(chunks))));
    const breakOff = (): void => reject(badRequest('incomplete_body', 'The body broke off.'));
    request.on('error', breakOff);
    request.on('close', breakOff);
  });
}

/** Whether a client asks, before it sends (RFC 9110 section 10.1.1), for what would be refused for its size. */
export const awaitsRefusal = ({ headers }: IncomingMessage): boolean =>
  headers.expect !== undefined && Number(headers['content-length'] ?? 0) > MAX_BODY;
