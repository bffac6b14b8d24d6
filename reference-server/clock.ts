import { formatUtc } from './dates.js';
import type { Zones } from './zones.js';

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
