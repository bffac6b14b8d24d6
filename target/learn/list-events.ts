import type { ListQuery } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { Deviation } from '../../harness/deviation.js';
import { followPages } from '../browse.js';
import type { Calendar } from '../calendar.js';
import type { Shown } from '../lens.js';
import { holdsAnyToken, holdsToken } from '../marker.js';
import { unfilteredFor } from '../unfiltered.js';

/** Several runs at once may fill some pages; more than that is left to a world file. */
const MOST_PAGES = 8;

/** The events of a list, told apart by who made them. What other runs made is no part: it is gone at any time. */
export interface Listed {
  /** Events that no run made. */
  readonly others: readonly Shown[];
  /** Events of this run. */
  readonly own: readonly Shown[];
}

/** Asks for the events that a filter shows. */
export type ListEvents = (filter?: ListQuery) => Promise<Listed>;

const isOfRuns = ({ json }: Shown): boolean => holdsAnyToken(JSON.stringify(json));

/** The events that a list shows without a window; none where it is refused or no list, which is for the requirements to judge. */
export async function listEvents(calendar: Calendar, marker: string, filter: ListQuery = {}): Promise<Listed> {
  const events = await turnPages(calendar, { ...unfilteredFor(calendar.profile, 'events'), ...filter });
  const isOwn = ({ json }: Shown): boolean => holdsToken(JSON.stringify(json), marker);
  return { others: events.filter((event) => !isOfRuns(event)), own: events.filter(isOwn) };
}

/** The first page, and as many more as runs stand on: they have filled what others' events would stand on. */
async function turnPages(calendar: Calendar, query: ListQuery): Promise<readonly Shown[]> {
  const seen = new Map<string, Shown>();
  let turned = 0;
  try {
    for await (const { items } of followPages(calendar, 'events', query)) {
      turned += 1;
      for (const item of items) seen.set(item.id, item);
      if (turned >= MOST_PAGES || !items.some(isOfRuns)) break;
    }
  } catch (error) {
    if (!(error instanceof Deviation || error instanceof Inconclusive)) throw error;
  }
  return [...seen.values()];
}
