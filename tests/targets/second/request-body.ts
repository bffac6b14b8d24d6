import type { IncomingMessage } from 'node:http';
import type { Body } from './accept.js';
import { Problem } from './problem.js';

const MOST_BYTES = 262_144;

/** Reads the body of a request as fields. Throws a Problem when it is too large, of another format or broken. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const bytes = await readBytes(request);
  if (bytes.length === 0 || request.method === 'GET' || request.method === 'HEAD') return {};
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(/\s*;\s*/);
  if (parameters.some((one) => one.startsWith('charset=') && !/^charset="?utf-8"?$/.test(one))) {
    throw new Problem(415, 'A body is in UTF-8.');
  }
  const text = decode(bytes);
  if (type === 'application/json') return toFields(text);
  if (type === 'application/x-www-form-urlencoded') return fromForm(new URLSearchParams(text));
  throw new Problem(415, 'A body is JSON or a form.');
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    // What is too much is read all the same, so that the connection stays in step.
    if (size <= MOST_BYTES) chunks.push(chunk);
  }
  if (size > MOST_BYTES) throw new Problem(413, 'The body is too large.');
  return Buffer.concat(chunks);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem(400, 'The body is not in UTF-8.');
  }
}

function toFields(text: string): Body {
  const body = parse(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Problem(400, 'A body is an object.');
  return { ...body };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, 'The body is no JSON.');
  }
}

/** Names that end in brackets are lists. */
function fromForm(form: URLSearchParams): Body {
  const isList = (name: string): boolean => /\[\d*\]$/.test(name);
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map((name) => [name.replace(/\[\d*\]$/, ''), isList(name) ? form.getAll(name) : form.get(name)]),
  );
}
