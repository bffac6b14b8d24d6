import type { Coordinates } from '../store/record.js';
import type { Store } from '../store/store.js';

/** Coordinates match within so many degrees, in both directions (`gap.query.geoloc-distance`). */
const TOLERANCE = 0.01;

const isNear = (a: Coordinates, b: Coordinates): boolean =>
  Math.abs(a.latitude - b.latitude) <= TOLERANCE && Math.abs(a.longitude - b.longitude) <= TOLERANCE;

/** The ids of the venues with coordinates, or of those near a place. */
export function locatedVenues(store: Store, near?: Coordinates): ReadonlySet<number> {
  const venues = store.located();
  return new Set(
    [...venues].filter(({ coordinates }) => coordinates && (!near || isNear(coordinates, near))).map(({ id }) => id),
  );
}
