import { formatUtc, parseUtc } from './date-text.js';

const FIXED = /^UTC(?:([+-])(\d{1,2})(?::?([0-5]\d)|(\.\d{1,2}))?)?$/;
const DAY = 86_400_000;
const CACHED_ZONES = 64;
const LONGEST_NAME = 64;

/** Milliseconds that a zone's wall clock is ahead of UTC at an instant. */
type Offset = (instant: number) => number;

/** Conversions between a zone's wall clock and UTC; a zone is an IANA name, `UTC`, or `UTC+N`. */
interface Zones {
  isZone(name: string): boolean;
  /** Wall clock text to UTC text; in a gap the clock before it counts on, in an overlap the first instant is taken. */
  toUtc(wall: string, zone: string): string;
  toWall(instant: number, zone: string): string;
}

function fixedOffset(name: string): Offset | undefined {
  const match = FIXED.exec(name);
  if (!match) return undefined;
  const [, sign, hours = '0', minutes = '0', fraction = '0'] = match;
  const ahead = Number(hours) + Number(minutes) / 60 + Number(fraction);
  const offset = ahead * 3_600_000 * (sign === '-' ? -1 : 1);
  return ahead <= 15 ? () => offset : undefined;
}

const numeric: Intl.DateTimeFormatOptions = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
};

function ianaOffset(name: string): Offset | undefined {
  // Newer V8 takes bare offsets such as `+05:00` as zones, older does not: only names count here.
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return undefined;
  try {
    const formatter = new Intl.DateTimeFormat('en-US', { ...numeric, timeZone: name });
    return (instant) => wallInstant(formatter.formatToParts(instant)) - instant;
  } catch {
    return undefined;
  }
}

function wallInstant(parts: readonly Intl.DateTimeFormatPart[]): number {
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** Creates conversions with a small cache of formatters of its own, because making one is slow. */
export function createZones(): Zones {
  const cache = new Map<string, Offset | undefined>();
  const offsetOf = (name: string): Offset | undefined => {
    if (cache.has(name) || name.length > LONGEST_NAME) return cache.get(name);
    if (cache.size >= CACHED_ZONES) cache.clear();
    const offset = fixedOffset(name) ?? ianaOffset(name);
    cache.set(name, offset);
    return offset;
  };
  return {
    isZone: (name) => offsetOf(name) !== undefined,
    toWall: (instant, zone) => formatUtc(instant + (offsetOf(zone)?.(instant) ?? 0)),
    toUtc: (wall, zone) => formatUtc(toInstant(parseUtc(wall), offsetOf(zone) ?? (() => 0))),
  };
}

function toInstant(wall: number, offset: Offset): number {
  const before = offset(wall - DAY);
  const after = offset(wall + DAY);
  const fits = (candidate: number): boolean => offset(wall - candidate) === candidate;
  return wall - (fits(before) || !fits(after) ? before : after);
}

/** The site's idea of time: its zone and what is now. */
export interface Clock {
  readonly zone: string;
  readonly zones: Zones;
  /** Milliseconds since 1970, whole seconds: the interface's dates have no smaller unit. */
  now(): number;
  /** Now on the site's wall clock. */
  wallNow(): string;
  /** An instant on the site's wall clock and in UTC. */
  both(instant: number): { readonly wall: string; readonly utc: string };
}

/** Creates the clock of a site in an IANA zone; `now` gives the present. */
export function createClock({ zone, zones, now }: { zone: string; zones: Zones; now: () => Date }): Clock {
  const seconds = (): number => Math.floor(now().getTime() / 1000) * 1000;
  return {
    zone,
    zones,
    now: seconds,
    wallNow: () => zones.toWall(seconds(), zone),
    both: (instant) => ({ wall: zones.toWall(instant, zone), utc: formatUtc(instant) }),
  };
}
