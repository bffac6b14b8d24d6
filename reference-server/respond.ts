import type { ServerResponse } from 'node:http';
import { Refusal } from './refusal.js';

/** An answer before it is written. A body is always JSON. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Any page may read, as the interface is public; answers may be stored, but not reused without asking. */
const commonHeaders = Object.entries({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-WP-Total, X-WP-TotalPages, Link, Location, ETag',
  'Cache-Control': 'no-cache',
}).flat();

/** A value as JSON in UTF-8. */
export const toBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** A reply whose body is a value as JSON. */
export const json = (status: number, value: unknown, headers?: Readonly<Record<string, string>>): Reply => ({
  status,
  body: toBytes(value),
  ...(headers && { headers }),
});

/** Writes a reply. Node leaves the body out for HEAD and keeps its Content-Length. */
export function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const list = [...commonHeaders];
  if (body) list.push('Content-Type', 'application/json', 'Content-Length', String(body.length));
  for (const name in headers) list.push(name, headers[name] ?? '');
  response.writeHead(status, list);
  response.end(body);
}

/** The answer to whatever was thrown: a refusal in the error format, else a fault of our own. */
export function toReply(error: unknown): Reply {
  if (!(error instanceof Refusal)) {
    return json(500, { code: 'internal_error', message: 'The server failed.', data: { status: 500 } });
  }
  const { status, details } = error;
  const { code, message, params, headers } = details;
  return json(status, { code, message, data: { status, ...(params && { params }) } }, headers);
}
