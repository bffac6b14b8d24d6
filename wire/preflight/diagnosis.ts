import { toPrintableLine } from '../printable.js';
import type { Connection } from '../transports/connection-options.js';
import { toDuration } from '../wording.js';
import type { Trouble, Values } from './trouble-catalogue.js';

/** Why a URL cannot be judged: a trouble, with the values that the target sent. */
export interface Diagnosis {
  readonly trouble: Trouble;
  readonly values: Readonly<Record<string, string>>;
  /** The address that redirected there. */
  readonly via?: string;
}

/** Creates a diagnosis. */
export const diagnosisOf = <const One extends Trouble>(trouble: One, values: Values<One>): Diagnosis => ({
  trouble,
  values,
});

/** Longer values are cut: a target may send anything at any length. */
const LONGEST = 300;

/** Renders a diagnosis, safe to show: what was seen, and what to try next. Secrets are removed before cutting. */
export function toSentence({ trouble, values, via }: Diagnosis, redact: (text: string) => string): string {
  const seen = via === undefined ? trouble.seen : `{via} redirects, and finally ${trouble.seen}`;
  const all: Diagnosis['values'] = { ...values, ...(via !== undefined && { via }) };
  const fill = (_: string, slot: string): string => toExcerpt(redact(all[slot] ?? ''));
  return toPrintableLine(`${seen} ${trouble.advice}`.replaceAll(/\{(\w+)\}/g, fill));
}

const toExcerpt = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);

/** What is known of a request with an outcome to diagnose. */
export interface RequestContext {
  /** The address, as given or as redirected to. */
  readonly url: string;
  /** Credentials were sent. */
  readonly authenticated: boolean;
  /** How it was reached, and its time limit. */
  readonly connection: Connection;
}

/** The values of most sentences: the address, its host, and the time limit. */
export const namesOf = ({ url, connection }: RequestContext) => ({
  url,
  host: new URL(url).host,
  limit: toDuration(connection.timeoutMs),
});
