import { toSeconds } from '../generators/wall-clock.js';
import type { Lens, Shown } from './lens.js';
import { wallClock } from './shown-values.js';

/** A local time as shown, and by how many seconds it is ahead of the time in UTC beside it. */
export interface Lead {
  readonly local: string;
  readonly seconds: number;
}

/** By how many seconds a local time is ahead of the same time in UTC; NaN where they are not both times. */
export const leadBetween = (local: string, utc: string): number => toSeconds(local) - toSeconds(utc);

/** Reads a local field and its twin in UTC; undefined where they are not both shown as times. */
export function leadOf(lens: Lens, shown: Shown, local: string, utc: string): Lead | undefined {
  const [here = '', there = ''] = [local, utc].map((field) =>
    lens.fact(shown.collection, field) ? wallClock(lens.field(shown, field)) : '',
  );
  const seconds = leadBetween(here, there);
  return Number.isNaN(seconds) ? undefined : { local: here, seconds };
}

/** The leads of an event's start and end, as far as they are shown. */
export const leadsOf = (lens: Lens, shown: Shown): readonly Lead[] =>
  ['start_date', 'end_date'].flatMap((local) => leadOf(lens, shown, local, `utc_${local}`) ?? []);
