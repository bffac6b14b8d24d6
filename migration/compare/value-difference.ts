import { decodeEntities, toPlainText } from '../../adapter/notation/text-form.js';
import { toSeconds } from '../../generators/wall-time.js';
import type { JsonObject, JsonValue } from '../../wire/json.js';
import type { CauseId } from '../findings/cause.js';
import type { Difference } from '../findings/finding.js';

/** In which way two texts differ that are not the same. */
export function differingText(before: string, after: string): CauseId {
  if (isEscaped(before, after)) return 'text.escaped';
  if (isEscaped(after, before)) return 'text.unescaped';
  if (toPlainText(before) === toPlainText(after)) return 'text.notation';
  const isCut = after.length >= LEAST && before.startsWith(after.replace(/(\.{3}|…)$/, '').trimEnd());
  return isCut ? 'text.cut' : 'value.changed';
}

/** A shorter text is the beginning of many. */
const LEAST = 8;

/** Whether a text is the other one with its HTML escaped once more. */
const isEscaped = (text: string, escaped: string): boolean =>
  escaped.includes('&') && decodeEntities(escaped) !== escaped && decodeEntities(escaped) === text;

/** What a clock shows, and the same instant in UTC. */
const clocks = [
  ['start_date', 'utc_start_date'],
  ['end_date', 'utc_end_date'],
  ['date', 'date_utc'],
] as const;

/** The fields that are compared as times. */
export const clockFields: readonly string[] = clocks.flat();

/** The differences in the times of a record; equal shifts are one difference. */
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
