import type { AlternativeOf, ReadingId } from '../../../contract/readings/readings.js';
import { type Choices, readingDates } from './date-readings.js';
import { type OtherReading, testReadings } from './expect-reading.js';

/** A target that follows one other alternative, and what goes with it. */
const reads = <Id extends ReadingId>(
  reading: Id,
  alternative: AlternativeOf<Id>,
  besides: Choices = {},
): OtherReading => ({
  reading,
  alternative,
  besides,
  intercept: readingDates({ ...besides, [reading]: alternative }),
});

const bounds = { 'list.start-date.strict': 'open-bound', 'list.end-date.strict': 'open-bound' } as const;

testReadings([
  reads('list.starts-after.lenient', 'excluded'),
  reads('list.starts-before.lenient', 'excluded'),
  reads('list.ends-after.lenient', 'excluded'),
  reads('list.ends-before.lenient', 'excluded'),
  reads('list.starts-after.strict', 'inclusive'),
  reads('list.starts-before.strict', 'inclusive'),
  reads('list.ends-after.strict', 'inclusive'),
  reads('list.ends-before.strict', 'inclusive'),
  reads('list.start-date', 'lower-bound', bounds),
  reads('list.start-date', 'end-lower-bound', bounds),
  reads('list.end-date', 'upper-bound', bounds),
  reads('list.end-date', 'start-upper-bound', bounds),
  reads('list.start-date.strict', 'exact-time'),
  reads('list.start-date.strict', 'open-bound'),
  reads('list.end-date.strict', 'exact-time'),
  reads('list.end-date.strict', 'to-time'),
  reads('list.end-date.strict', 'open-bound'),
  reads('list.lenient-time', 'kept'),
  { ...reads('list.compared-time', 'site-zone'), server: { zone: 'Asia/Kolkata' } },
  { ...reads('list.compared-time', 'utc'), server: { zone: 'Asia/Kolkata' } },
]);

// A target where start_date and end_date bound a window follows unsupported readings, and this one.
const windowed = { 'list.start-date': 'end-lower-bound', 'list.end-date': 'start-upper-bound', ...bounds } as const;

testReadings([reads('list.default-window.lifted', 'bound-by-bound', windowed)]);
