import { isPlausibleUtcOffset, utcOffsetsIn } from '../notation/time-zone.js';
import { createLens, type Shown } from '../reading/lens.js';
import { fieldIn } from '../reading/shape-discovery.js';
import type { Shapes } from '../profile/target-profile.js';
import { type UtcOffset, utcOffsetsOf } from '../reading/utc-offset.js';
import type { Built } from '../world/build-world.js';

/**
 * The zone of the site: that of the events which were sent without one, as they show it, if the UTC times shown agree.
 * Where they show no zone, only one with an offset that never changes can be known. Undefined if it is not.
 */
export function learnSiteZone(shapes: Shapes, built: readonly Built[]): string | undefined {
  const shown = built.flatMap(({ draft, shown: one }) =>
    one && draft.ref.ref === 'events' && !('timezone' in draft.payload) ? [one] : [],
  );
  const lens = createLens(shapes);
  const offsets = shown.flatMap((one) => utcOffsetsOf(lens, one));
  const zones = new Set(shown.flatMap(zoneIn));
  const [zone = fixedZone(offsets)] = zones;
  const agrees = ({ local, seconds }: UtcOffset): boolean => utcOffsetsIn(zone ?? '', local).includes(seconds);
  return zones.size <= 1 && offsets.every(agrees) ? zone : undefined;
}

function zoneIn({ json }: Shown): readonly string[] {
  const zone = fieldIn(json, 'timezone');
  return typeof zone === 'string' && utcOffsetsIn(zone, '2000-01-01 00:00:00').length > 0 ? [zone] : [];
}

/** Events of one season could all be in any of several zones. */
function fixedZone(offsets: readonly UtcOffset[]): string | undefined {
  const months = new Set(offsets.map(({ local }) => local.slice(5, 7)));
  const [seconds, ...others] = new Set(offsets.map((offset) => offset.seconds));
  if (seconds === undefined || others.length > 0 || !SEASONS.every((month) => months.has(month))) return undefined;
  return isPlausibleUtcOffset(seconds) ? `UTC${seconds < 0 ? '' : '+'}${seconds / 3600}` : undefined;
}

const SEASONS = ['01', '07'] as const;
