import { type Parameters, noParameters, parseParameters } from './parameters.js';
import { Refusal, badRequest } from './refusal.js';

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
