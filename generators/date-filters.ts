import fc, { type Arbitrary } from 'fast-check';
import type { Surroundings } from './surroundings.js';
import { DAY, shifted } from './wall-clock.js';

/** A date filter shows its faults on an edge: at the very time of an event, a second beside it, a day beside it. */
const offsets = [0, 1, -1, DAY, -DAY];

/** A time at or beside the start or end of some event of the world, `YYYY-MM-DD HH:MM:SS`. */
export const dateTimeFilter = ({ instants, span }: Surroundings): Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...(instants.length > 0 ? instants : [span.from, span.to])), fc.constantFrom(...offsets))
    .map(([instant, offset]) => shifted(instant, offset));

/** The same, as a day `YYYY-MM-DD` or with its time. */
export const dateFilter = (surroundings: Surroundings): Arbitrary<string> =>
  fc
    .tuple(dateTimeFilter(surroundings), fc.boolean())
    .map(([instant, withTime]) => (withTime ? instant : instant.slice(0, 10)));
