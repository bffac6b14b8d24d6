import type { ServerResponse } from 'node:http';

/** What a refusal says: `params` maps each bad name to what is wrong with it. */
interface RefusalDetails {
  readonly code: string;
  readonly message: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown anywhere below the router to answer with a 4xx status (`gap.errors.format`). */
export class Refusal extends Error {
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(status: number, details: RefusalDetails) {
    super(details.message);
    this.name = 'Refusal';
    this.status = status;
    this.details = details;
  }
}

/** 400 that names every bad parameter at once. */
export function invalid(params: Readonly<Record<string, string>>): Refusal {
  const names = Object.keys(params).join(', ');
  return new Refusal(400, { code: 'invalid_param', message: `Invalid or missing: ${names}.`, params });
}

/** 400 for a request that cannot be read at all. */
export const badRequest = (code: string, message: string): Refusal => new Refusal(400, { code, message });

/** 404 for an unknown route, id or slug. */
export const notFound = (message = 'There is nothing at this address.'): Refusal =>
  new Refusal(404, { code: 'not_found', message });

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

/** A reply with a value as JSON in its body. */
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
