import { onTestFinished } from 'vitest';
import { type ReferenceServerOptions, createReferenceServer } from '../../reference-server/index.js';

/** Any JSON answer, looked into freely: a wrong path gives undefined and fails the expectation. */
type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

export interface Calendar {
  readonly url: string;
  readonly counts: () => Record<string, number>;
  readonly close: () => Promise<void>;
  /** Sends JSON, or text as it is with the given headers, to a path below the namespace. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Creates a record and gives its representation; fails when it is refused. */
  create(collection: string, body: unknown, query?: string): Promise<Json>;
  /** The ids that a list answers with. */
  ids(collection: string, query?: string): Promise<number[]>;
}

export const NOON = new Date('2030-05-15T12:00:00Z');

/** Starts a server for one test; it stops when the test ends. */
export async function startCalendar(options: ReferenceServerOptions = {}): Promise<Calendar> {
  const server = createReferenceServer({ now: () => NOON, ...options });
  const { url } = await server.listen();
  onTestFinished(() => server.close());
  const namespace = `/${options.namespace ?? 'vendor/events/v1'}`;
  const send: Calendar['send'] = async (method, path, body, headers = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const init = { method, headers: { ...type, ...headers }, ...(body !== undefined && { body: text }) };
    const response = await fetch(path.startsWith('http') ? path : `${url}${namespace}${path}`, init);
    const answer = await response.text();
    return { status: response.status, headers: response.headers, body: answer === '' ? undefined : JSON.parse(answer) };
  };
  const get: Calendar['get'] = (path, headers) => send('GET', path, undefined, headers);
  return {
    url,
    counts: server.counts,
    close: server.close,
    send,
    get,
    async create(collection, body, query = '') {
      const { status, body: record } = await send('POST', `/${collection}${query}`, body);
      if (status !== 201) throw new Error(`${collection} refused: ${JSON.stringify(record)}`);
      return record;
    },
    async ids(collection, query = '') {
      const { status, body } = await get(`/${collection}?per_page=100&${query}`);
      if (status !== 200) throw new Error(`${collection}?${query} refused: ${JSON.stringify(body)}`);
      return body[collection].map(({ id }: { id: number }) => id);
    },
  };
}

/** A valid event with any fields on top. */
export const anEvent = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  title: 'Concert',
  start_date: '2030-06-01 20:00:00',
  end_date: '2030-06-01 22:00:00',
  ...fields,
});
