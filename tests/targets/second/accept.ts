import { fieldTypes, requiredFields } from './field-types.js';
import { isPost, type Kind } from './kinds.js';
import { parsers } from './parsers.js';
import { invalid } from './problem.js';
import type { Value, Values } from './row.js';
import { toInstant, toWallTime } from './zones.js';

/** A body as it came, before anything is believed of it. */
export type Body = Readonly<Record<string, unknown>>;

/** What a body says. */
export interface Accepted {
  readonly set: Values;
  /** Fields that it empties. */
  readonly unset: readonly string[];
  /** The publication date, in ms since the epoch. */
  readonly date?: number;
}

/** Takes the fields of a body. Throws a Problem that names all that cannot be taken, and required ones that are empty. */
export function accept(kind: Kind, body: Body, { isCreate, zone }: { isCreate: boolean; zone: string }): Accepted {
  const set: Record<string, Value> = {};
  const unset: string[] = [];
  const complaints: Record<string, string> = {};
  for (const [field, type] of Object.entries(fieldTypes[kind])) {
    const sent = body[field];
    const value = sent === undefined || sent === null ? undefined : parsers[type](sent);
    if (value !== undefined) set[field] = value;
    else if (sent === null) unset.push(field);
    else if (sent !== undefined) complaints[field] = `cannot be taken as ${type}`;
  }
  for (const field of requiredFields[kind]) {
    const isMissing = field in body ? unset.includes(field) || set[field] === '' : isCreate;
    if (isMissing) complaints[field] = 'is required';
  }
  const date = isPost(kind) ? publicationDate(body, zone, complaints) : undefined;
  if (Object.keys(complaints).length > 0) throw invalid(complaints);
  return { set, unset, ...(date !== undefined && { date }) };
}

/** `date_utc` wins over `date`, which is on the site's clock. */
function publicationDate(body: Body, zone: string, complaints: Record<string, string>): number | undefined {
  const [local, utc] = ['date', 'date_utc'].map((field) => {
    const sent = body[field];
    if (sent === undefined || sent === null) return undefined;
    const wall = typeof sent === 'string' ? toWallTime(sent) : undefined;
    if (wall === undefined) complaints[field] = 'is no date and time';
    return wall;
  });
  if (utc !== undefined) return toInstant(utc, 'UTC');
  return local === undefined ? undefined : toInstant(local, zone);
}
