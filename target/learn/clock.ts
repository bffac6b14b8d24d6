import type { ListQuery } from '../../generators/wire.js';
import type { Calendar } from '../calendar.js';
import { type UtcOffset, utcOffsetsOf, utcOffsetsOfSent } from '../lead.js';
import { byId } from '../paths.js';
import type { ReadingEvidence } from '../profile.js';
import type { Built } from '../world/build.js';

const HOUR = 3600;

/**
 * Learns on whose clock times are. The zones of the world's events are hours apart: where their times are ahead of UTC
 * alike, but for a change of the site's clock between them, they are on that of the site. Undefined where times in UTC,
 * or instants, are shown of fewer than two. The query is one that shows these events.
 */
export async function learnClock(
  calendar: Calendar,
  built: readonly Built[],
  query: ListQuery,
): Promise<ReadingEvidence | undefined> {
  const zoned = built.filter(({ draft }) => 'timezone' in draft.payload);
  const told = (await Promise.all(zoned.map((one) => utcOffsetsShown(calendar, one)))).filter(
    ({ length }) => length > 0,
  );
  const seconds = told.flat().map((lead) => lead.seconds);
  if (told.length < 2) return undefined;
  const follows = Math.max(...seconds) - Math.min(...seconds) <= HOUR ? 'site' : 'event';
  return { follows, collection: 'events', query };
}

/** The leads of an event of the world; read where what was seen of it shows none, though the target shows some. */
async function utcOffsetsShown({ lens, read }: Calendar, { id, shown, written }: Built): Promise<readonly UtcOffset[]> {
  const told = shown ? utcOffsetsOf(lens, shown) : [];
  const seen = shown && told.length === 0 ? utcOffsetsOfSent(lens, shown, written.body) : told;
  if (seen.length > 0 || id === undefined || !lens.fact('events', 'utc_start_date')) return seen;
  const item = lens.recordIfAny('events', await read('events', byId({ id })));
  return item ? utcOffsetsOf(lens, item) : [];
}
