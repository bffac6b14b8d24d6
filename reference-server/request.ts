import type { IncomingMessage } from 'node:http';
import { Refusal, badRequest } from './refusal.js';

/** The largest body that is read, in octets. */
export const MAX_BODY = 1_048_576;

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
