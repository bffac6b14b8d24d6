import type { WorldRecord } from '../../target/world/world.js';
import { agreed, decide, every, type Judgement, some } from './judgement.js';
import { type Condition, linksOf, type Pool, recordOf } from './pool.js';

/** The venues of an event that are known. */
const venuesOf = (event: WorldRecord, pool: Pool): readonly WorldRecord[] =>
  (linksOf(event, 'venue') ?? []).flatMap((ref) => recordOf(pool, ref) ?? []);

const isLocated = ({ payload }: WorldRecord): boolean =>
  typeof payload.geo_lat === 'number' && typeof payload.geo_lng === 'number';

/** `geoloc`: a located venue in whatever position, or none. Without it, an event with no venue may be either. */
export const hasGeoloc: Condition = (event, value, { pool }) => {
  const located = venuesOf(event, pool).map(isLocated);
  return value === true ? decide(located.includes(true)) : agreed(located.map((is) => decide(!is)));
};

/** Degrees: how near is near enough is open between these. */
const FAR = 5;

const nearness = (coordinate: unknown, value: number): Judgement => {
  if (typeof coordinate !== 'number') return 'out';
  if (coordinate === value) return 'in';
  return Math.abs(coordinate - value) >= FAR ? 'out' : 'open';
};

/** `geoloc_lat` with `geoloc_lng`: a venue at that very place must be found, one far away must not. */
export const isNear: Condition = (event, _, { pool, query: { geoloc_lat: lat, geoloc_lng: lng } }) => {
  if (typeof lat !== 'number' || typeof lng !== 'number') return 'open';
  return some(
    venuesOf(event, pool).map(({ payload }) => every([nearness(payload.geo_lat, lat), nearness(payload.geo_lng, lng)])),
  );
};

/** `ticketed`. */
export const isTicketed: Condition = ({ payload }, value) =>
  typeof payload.ticketed === 'boolean' ? decide(payload.ticketed === value) : 'open';

/** `post_parent`, by the id of the parent. */
export const isChildOf: Condition = ({ payload, complete }, value) => {
  if (payload.post_parent === undefined) return complete ? 'out' : 'open';
  return decide(payload.post_parent === value);
};
