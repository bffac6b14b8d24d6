import type { JsonObject, JsonValue } from '../../harness/json.js';
import { utcOffsetsIn } from '../../target/zone.js';
import { representing } from '../represent.js';
import { rewritingUtc } from '../retell-utc.js';
import type { Variant } from '../variant.js';

/** The other answer to what a skipped or a repeated hour means. */
const otherInstant: Variant = {
  id: 'clocks.other-instant-at-change',
  aspect: 'reading.fields',
  statement: 'Of the two instants that a skipped or repeated time can be, the other one is shown in UTC.',
  create: rewritingUtc(
    ({ zone, local, utcOffset }) => utcOffsetsIn(zone, local).find((other) => other !== utcOffset) ?? utcOffset,
  ),
};

const SITE = 'Europe/Brussels';

/** The alternative `site` of the reading `event.times.zone`. */
const siteClock: Variant = {
  id: 'clocks.site-alone',
  aspect: 'reading.fields',
  statement: 'All times are on the clock of the site, whatever the time zone of an event.',
  readings: { 'event.times.zone': 'site' },
  create: rewritingUtc(({ local, utcOffset }) => utcOffsetsIn(SITE, local)[0] ?? utcOffset),
};

const toIso = (value: JsonValue | undefined): JsonValue =>
  typeof value === 'string' ? `${value.replace(' ', 'T')}Z` : null;

/** Nothing is said of how times in UTC are called, or written. */
const utcElsewhere: Variant = {
  id: 'clocks.utc-called-otherwise',
  aspect: 'names',
  statement: 'The times of an event in UTC are called begins and finishes, and written as ISO 8601 has it.',
  create: representing((_, collection, record) => (collection === 'events' ? withInstants(record) : record)),
};

function withInstants({ utc_start_date: begins, utc_end_date: finishes, ...record }: JsonObject): JsonObject {
  return begins === undefined ? record : { ...record, instants: { begins: toIso(begins), finishes: toIso(finishes) } };
}

/** Other clocks than those of the reference server. */
export const clocks: readonly Variant[] = [otherInstant, siteClock, utcElsewhere];
