import { toSeconds } from '../../generators/wall-time.js';
import type { JsonObject } from '../../wire/json.js';
import { readTime } from '../notation/shown-time.js';
import type { Lens, Shown } from './lens.js';

/** A local time as shown, and how many seconds it is ahead of UTC. */
export interface UtcOffset {
  readonly local: string;
  readonly seconds: number;
}

/** How many seconds a local time is ahead of the same time in UTC; NaN unless both are times. */
export const utcOffsetBetween = (local: string, utc: string): number => toSeconds(local) - toSeconds(utc);

/** Compares a local field with its twin in UTC; undefined unless both are times, or if both show the same UTC time. */
export function utcOffsetOf(lens: Lens, shown: Shown, local: string, utc: string): UtcOffset | undefined {
  const [here, there] = [local, utc].map((field) =>
    lens.fact(shown.collection, field) ? readTime(lens.field(shown, field)) : undefined,
  );
  if (!here || !there || (here.isUtc && here.wall === there.wall)) return undefined;
  const seconds = utcOffsetBetween(here.wall, there.wall);
  return Number.isNaN(seconds) ? undefined : { local: here.wall, seconds };
}

const TIMES = ['start_date', 'end_date'];

/** The UTC offsets of an event's start and end, as far as they are shown. */
export const utcOffsetsOf = (lens: Lens, shown: Shown): readonly UtcOffset[] =>
  TIMES.flatMap((local) => utcOffsetOf(lens, shown, local, `utc_${local}`) ?? []);

/** The UTC offsets of an event's start and end as sent, as far as they are shown as instants on another clock. */
export const utcOffsetsOfSent = (lens: Lens, shown: Shown, sent: JsonObject): readonly UtcOffset[] =>
  TIMES.flatMap((field) => {
    if (!lens.fact(shown.collection, field)) return [];
    const [local, read] = [readTime(sent[field])?.wall ?? '', readTime(lens.field(shown, field))];
    const instants = read && read.wall !== local ? read.instants.slice(0, 1) : [];
    return instants.map((instant) => ({ local, seconds: toSeconds(local) - instant }));
  });
