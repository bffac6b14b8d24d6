import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Answer } from './call.js';
import { Problem } from './problem.js';

/** Sends an answer. A GET that repeats what the client holds is answered with 304. */
export function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { status, type, headers, body }: Answer,
): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const all: Record<string, string> = { 'Cache-Control': 'no-store', ...headers };
  if (type !== undefined && body !== undefined) {
    all['Content-Type'] = type;
    all['Content-Length'] = String(Buffer.byteLength(body));
  }
  if (isRead && status === 200 && body !== undefined) all.ETag = toTag(body);
  if (all.ETag !== undefined && isHeld(request.headers['if-none-match'], all.ETag)) {
    response.writeHead(304, { ETag: all.ETag }).end();
    return;
  }
  response.writeHead(status, all).end(request.method === 'HEAD' ? undefined : body);
}

const toTag = (body: string): string => `W/"${createHash('sha1').update(body).digest('base64url')}"`;

/** Whether one of the tags of If-None-Match is this one, compared weakly. */
const isHeld = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(/\s*,\s*/).some((one) => one === '*' || one.replace(/^W\//, '') === tag.replace(/^W\//, ''));

/** A refusal as problem details (RFC 9457). */
export function toRefusal(error: unknown): Answer {
  const { status, message, complaints, headers } = error instanceof Problem ? error : new Problem(500, 'This failed.');
  const invalid = Object.entries(complaints).map(([name, reason]) => ({ name, reason }));
  const details = { title: STATUS_CODES[status], status, detail: message, ...(invalid.length > 0 && { invalid }) };
  return { status, type: 'application/problem+json', headers, body: JSON.stringify(details) };
}
