import { type JsonPath, valueAt } from '../../harness/json.js';
import { findField } from '../discover.js';
import { utcOffsetBetween } from '../lead.js';
import { toText, wallClock } from '../shown-values.js';
import { walk } from '../walk.js';
import { utcOffsetsIn } from '../zone.js';
import type { Pair } from './field-facts.js';

/** The time of an event in UTC, and the one on its own clock beside which it is shown. */
const locals: Readonly<Record<string, string>> = { utc_start_date: 'start_date', utc_end_date: 'end_date' };

/** One zone could be that of anything; what is right in two that are far apart is told from the zone. */
const ENOUGH = 2;

/** An event in a zone of its own: how far the zone may be ahead of UTC at the local time that it shows. */
interface Zoned extends Pick<Pair, 'json'> {
  readonly zone: string;
  readonly local: string;
  readonly utcOffsets: readonly number[];
}

/**
 * The way to a time in UTC, found by its value: in most zones that were sent it stands behind or before the local time
 * by what the zone is ahead; that it is wrong in one is for a requirement to find. Undefined for other fields, and where
 * nothing is right.
 */
export function findUtc(name: string, pairs: readonly Pair[]): JsonPath | undefined {
  const local = locals[name];
  if (local === undefined) return undefined;
  const events = pairs.flatMap((pair) => toZoned(local, pair));
  const ways = events.flatMap(({ json }) => [...walk(json)].map(({ path }) => path));
  return ways.find((path) => isUtc(path, events));
}

function toZoned(field: string, { sent, json }: Pair): readonly Zoned[] {
  const zone = toText(sent.timezone);
  const path = findField(json, field);
  const local = wallClock(path && valueAt(json, path));
  const leads = zone === '' || local === '' ? [] : utcOffsetsIn(zone, local);
  return leads.length === 0 ? [] : [{ json, zone, local, utcOffsets: leads }];
}

function isUtc(path: JsonPath, events: readonly Zoned[]): boolean {
  const shown = events.filter(({ json }) => valueAt(json, path) !== undefined);
  const right = shown.filter(({ json, local, utcOffsets }) =>
    utcOffsets.includes(utcOffsetBetween(local, wallClock(valueAt(json, path)))),
  );
  return new Set(right.map(({ zone }) => zone)).size >= ENOUGH && right.length * 2 > shown.length;
}
