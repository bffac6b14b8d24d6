import { toSeconds } from '../generators/wall-clock.js';
import type { JsonObject, JsonValue } from '../harness/json.js';
import type { CauseId } from './cause.js';
import type { Difference } from './finding.js';

/** What a clock shows, and the same instant in UTC. */
const clocks = [
  ['start_date', 'utc_start_date'],
  ['end_date', 'utc_end_date'],
  ['date', 'date_utc'],
] as const;

/** The fields that are compared as times. */
export const clockFields: readonly string[] = clocks.flat();

/** The ways in which the times of a record differ; those that moved alike are told once. */
export function differingTimes(a: JsonObject, b: JsonObject): readonly Difference[] {
  const all = clocks.flatMap(([wall, utc]) => differingClock(a, b, wall, utc));
  return all.filter((one, index) => all.findIndex(({ cause }) => cause === one.cause) === index);
}

function differingClock(a: JsonObject, b: JsonObject, wall: string, utc: string): readonly Difference[] {
  const isWall = a[wall] !== b[wall];
  const isUtc = a[utc] !== b[utc];
  const gone = [wall, utc].filter((name) => (a[name] === undefined) !== (b[name] === undefined));
  if (gone.length > 0) {
    return gone.map((field) => ({ cause: a[field] === undefined ? 'field.new' : 'field.vanished', field }));
  }
  if (!isWall && !isUtc) return [];
  const field = isWall ? wall : utc;
  const [before = null, after = null] = [a[field], b[field]];
  const shift = secondsOf(after) - secondsOf(before);
  return [{ cause: causeOfClock(isWall, isUtc, a[utc]), field, before, after, ...(shift === shift && { shift }) }];
}

function causeOfClock(isWall: boolean, isUtc: boolean, utc: JsonValue | undefined): CauseId {
  if (!isWall) return 'time.instant';
  return isUtc || utc === undefined ? 'time.moved' : 'time.wall';
}

const secondsOf = (value: JsonValue): number => (typeof value === 'string' ? toSeconds(value) : Number.NaN);
