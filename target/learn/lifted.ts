import type { ListQuery } from '../../generators/wire.js';
import { valueAt } from '../../harness/json.js';
import type { Calendar } from '../calendar.js';
import { findField } from '../discover.js';
import type { ReadingEvidence } from '../profile.js';
import { wallClock } from '../shown-values.js';
import { tryPage } from '../try-page.js';
import { ALWAYS } from '../unfiltered.js';
import { addDays } from '../world/wall-clock.js';

/** Days: what ended so long ago is in no default window, and what starts so far ahead in hardly any. */
const [LONG_AGO, FAR_AHEAD] = [-30, 1_000];

/**
 * Learns from what is there whether any date parameter lifts the default window of events: it does where one alone shows
 * events that are long over, and those that are years ahead if any are known. Undefined where it shows none: there may
 * be none to show.
 */
export async function learnLifted(
  calendar: Calendar,
  { today, starts }: { readonly today: string; readonly starts: readonly string[] },
): Promise<ReadingEvidence | undefined> {
  const [past, ahead] = [addDays(today, LONG_AGO), addDays(today, FAR_AHEAD)];
  const query: ListQuery = { ends_before: past, starts_after: ALWAYS.from };
  const showsPast = await shows(calendar, query, (end) => end < past);
  const isFarKnown = starts.some((start) => start > ahead);
  const far: ListQuery = { starts_after: ahead, ends_before: ALWAYS.to };
  const showsFar = isFarKnown && (await shows(calendar, far, (end) => end > ahead));
  if (isFarKnown ? !showsFar : !showsPast) return undefined;
  return { follows: 'any-date', collection: 'events', query: showsPast ? query : far };
}

async function shows(calendar: Calendar, query: ListQuery, isThere: (end: string) => boolean): Promise<boolean> {
  const page = await tryPage(calendar, 'events', { per_page: calendar.profile.pageSize, ...query });
  return (page ?? []).some(({ json }) => {
    const path = findField(json, 'end_date');
    const end = wallClock(path && valueAt(json, path));
    return end !== '' && isThere(end);
  });
}
