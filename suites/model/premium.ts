import type { Payload } from '../../generators/wire.js';
import type { WorldRecord } from '../../target/world/world.js';
import { agreed, decide, every, type Judgement, negate, some } from './judgement.js';
import { type Condition, linksOf, type Pool, recordOf } from './pool.js';

/** What holds for each venue of an event; open for one that is not known. */
const judgeVenues = (event: WorldRecord, pool: Pool, judge: (venue: Payload) => Judgement): readonly Judgement[] =>
  (linksOf(event, 'venue') ?? []).map((ref) => {
    const venue = recordOf(pool, ref);
    return venue ? judge(venue.payload) : 'open';
  });

const isLocated = ({ geo_lat: lat, geo_lng: lng }: Payload): Judgement =>
  decide(typeof lat === 'number' && typeof lng === 'number');

/** `geoloc`: a located venue in whatever position, or none. Without it, an event with no venue may be either. */
export const hasGeoloc: Condition = (event, value, { pool }) => {
  const located = judgeVenues(event, pool, isLocated);
  return value === true ? some(located) : agreed(located.map(negate));
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
  return some(judgeVenues(event, pool, (venue) => every([nearness(venue.geo_lat, lat), nearness(venue.geo_lng, lng)])));
};

/** `ticketed`. */
export const isTicketed: Condition = ({ payload }, value) =>
  typeof payload.ticketed === 'boolean' ? decide(payload.ticketed === value) : 'open';

/** `post_parent`, by the id of the parent. */
export const isChildOf: Condition = ({ payload, complete }, value) => {
  if (payload.post_parent === undefined) return complete ? 'out' : 'open';
  return decide(payload.post_parent === value);
};
