import type { Body } from './accept.js';
import type { Language } from './row.js';
import type { Site } from './site.js';

/** Parameters of a query. Of a name that comes twice the last counts; `name[]` adds up. */
export type Query = ReadonlyMap<string, string>;

/** One request, as the rest of the server sees it. */
export interface Call {
  readonly site: Site;
  readonly method: string;
  /** The segments below the namespace, decoded. */
  readonly path: readonly string[];
  /** The whole address, without a query. */
  readonly url: string;
  /** The address of the namespace in the language of the path. */
  readonly base: string;
  /** The address of the REST root without a language. */
  readonly root: string;
  readonly query: Query;
  readonly body: Body;
  readonly language: Language;
}

/** What is answered. No body is no content. */
export interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer of JSON. */
export const json = (body: unknown, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});
