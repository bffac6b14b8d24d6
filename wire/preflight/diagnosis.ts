import { toPrintableLine } from '../printable.js';
import type { Connection } from '../transports/connection-options.js';
import { toDuration } from '../wording.js';
import type { Trouble, Values } from './trouble-catalogue.js';

/** Why a URL cannot be judged: a trouble, and what was seen of it, as it came from the target. */
export interface Diagnosis {
  readonly trouble: Trouble;
  readonly values: Readonly<Record<string, string>>;
  /** The address whose redirects led there. */
  readonly via?: string;
}

/** Puts a trouble and what was seen of it together. */
export const diagnosisOf = <const One extends Trouble>(trouble: One, values: Values<One>): Diagnosis => ({
  trouble,
  values,
});

/** Longer values are cut: they come from a target, which may say anything at any length. */
const LONGEST = 300;

/** A diagnosis in words, safe to show: what was seen, and what to try next. Secrets are taken out before cutting. */
export function toSentence({ trouble, values, via }: Diagnosis, redact: (text: string) => string): string {
  const seen = via === undefined ? trouble.seen : `{via} redirects, and in the end ${trouble.seen}`;
  const all: Diagnosis['values'] = { ...values, ...(via !== undefined && { via }) };
  const fill = (_: string, slot: string): string => toExcerpt(redact(all[slot] ?? ''));
  return toPrintableLine(`${seen} ${trouble.advice}`.replaceAll(/\{(\w+)\}/g, fill));
}

const toExcerpt = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);

/** What is known of a request whose outcome is to be diagnosed. */
export interface RequestContext {
  /** The address, as the person gave it or was led to. */
  readonly url: string;
  /** Credentials were sent. */
  readonly authenticated: boolean;
  /** How it was reached, with the time that it was given. */
  readonly connection: Connection;
}

/** What most sentences name: the address, its host, and how long was waited. */
export const namesOf = ({ url, connection }: RequestContext) => ({
  url,
  host: new URL(url).host,
  limit: toDuration(connection.timeoutMs),
});
