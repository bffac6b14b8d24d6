import { toSeconds } from '../../generators/wall-time.js';
import type { JsonObject } from '../../wire/json.js';
import { readTime } from '../notation/shown-time.js';
import type { Lens, Shown } from './lens.js';

/** A local time as shown, and by how many seconds it is ahead of the time in UTC beside it. */
export interface UtcOffset {
  readonly local: string;
  readonly seconds: number;
}

/** By how many seconds a local time is ahead of the same time in UTC; NaN where they are not both times. */
export const utcOffsetBetween = (local: string, utc: string): number => toSeconds(local) - toSeconds(utc);

/** Reads a local field and its twin in UTC; undefined where they are not both shown as times, or as one in UTC. */
export function utcOffsetOf(lens: Lens, shown: Shown, local: string, utc: string): UtcOffset | undefined {
  const [here, there] = [local, utc].map((field) =>
    lens.fact(shown.collection, field) ? readTime(lens.field(shown, field)) : undefined,
  );
  if (!here || !there || (here.isUtc && here.wall === there.wall)) return undefined;
  const seconds = utcOffsetBetween(here.wall, there.wall);
  return Number.isNaN(seconds) ? undefined : { local: here.wall, seconds };
}

const TIMES = ['start_date', 'end_date'];

/** The leads of an event's start and end, as far as they are shown. */
export const utcOffsetsOf = (lens: Lens, shown: Shown): readonly UtcOffset[] =>
  TIMES.flatMap((local) => utcOffsetOf(lens, shown, local, `utc_${local}`) ?? []);

/** The leads of an event's start and end as they were sent, as far as they are shown as instants on another clock. */
export const utcOffsetsOfSent = (lens: Lens, shown: Shown, sent: JsonObject): readonly UtcOffset[] =>
  TIMES.flatMap((field) => {
    if (!lens.fact(shown.collection, field)) return [];
    const [local, told] = [readTime(sent[field])?.wall ?? '', readTime(lens.field(shown, field))];
    const instants = told && told.wall !== local ? told.instants.slice(0, 1) : [];
    return instants.map((instant) => ({ local, seconds: toSeconds(local) - instant }));
  });
