import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from './refusal.js';

/** Whether one of the tags of a condition names this representation; weak comparison unless told (RFC 9110 8.8.3.2). */
function matches(condition: string, etag: string, strong: boolean): boolean {
  if (condition.trim() === '*') return true;
  const tags = condition.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === etag || (!strong && tag === `W/${etag}`));
}

/** Whether a read can be answered with 304 (RFC 9110 section 13.1.2). */
export const isUnchanged = (headers: IncomingHttpHeaders, etag: () => string): boolean =>
  headers['if-none-match'] !== undefined && matches(headers['if-none-match'], etag(), false);

/** Refuses with 412 a write whose precondition the record does not meet (RFC 9110 sections 13.1.1 and 13.1.2). */
export function requirePrecondition(headers: IncomingHttpHeaders, etag: () => string): void {
  const { 'if-match': wanted, 'if-none-match': unwanted } = headers;
  const holds =
    (wanted === undefined || matches(wanted, etag(), true)) &&
    (unwanted === undefined || !matches(unwanted, etag(), false));
  if (!holds)
    throw new Refusal(412, { code: 'precondition_failed', message: 'The record is not as the request demands.' });
}
