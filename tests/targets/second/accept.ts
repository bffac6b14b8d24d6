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
  const complaints: Record<string, string> = {};
  const sent = Object.entries(fieldTypes[kind]).filter(([field]) => body[field] !== undefined);
  for (const [field, type] of sent.filter(([name]) => body[name] !== null)) {
    const value = parsers[type](body[field]);
    if (value === undefined) complaints[field] = `cannot be taken as ${type}`;
    else set[field] = value;
  }
  const isMissing = (field: string): boolean => (body[field] === undefined ? isCreate : isBlank(body[field]));
  for (const field of requiredFields[kind].filter(isMissing)) complaints[field] = 'is required';
  const date = isPost(kind) ? publicationDate(body, zone, complaints) : undefined;
  if (Object.keys(complaints).length > 0) throw invalid(complaints);
  const unset = sent.map(([field]) => field).filter((field) => body[field] === null);
  return { set, unset, ...(date !== undefined && { date }) };
}

const isBlank = (sent: unknown): boolean => sent === null || (typeof sent === 'string' && sent.trim() === '');

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
