import type { ListQuery } from '../../generators/wire-value.js';
import { Deviation } from '../../kernel/deviation.js';
import { Inconclusive } from '../../wire/errors.js';
import { valueAt } from '../../wire/json.js';
import type { Calendar } from '../calendar/calendar.js';
import { idsIn } from '../notation/shown-values.js';
import { holdsAnyToken, holdsToken } from '../ownership/marker.js';
import { followPages } from '../reading/browse.js';
import type { Shown } from '../reading/lens.js';
import { unfilteredFor } from '../reading/record-queries.js';
import { findField } from '../reading/shape-discovery.js';
import {
  type Divided,
  type Existing,
  type ExistingFlag,
  existingFlags,
  type FoundEvent,
  nothingExisting,
} from '../world/world.js';
import type { Capability } from './capabilities.js';
import { findProtected } from './protected-events.js';

/** Concurrent runs may fill some pages; beyond that a world file helps. */
const MOST_PAGES = 8;

/** The events of a list by their makers. Those of other runs are left out, as they may go at any time. */
interface Listed {
  /** Events not made by any run. */
  readonly others: readonly Shown[];
  /** Events of this run. */
  readonly own: readonly Shown[];
}

/** Lists the events of a filter. */
type ListEvents = (filter?: ListQuery) => Promise<Listed>;

const isOfRuns = ({ json }: Shown): boolean => holdsAnyToken(JSON.stringify(json));

/** Lists events without a window; none if the list is refused or invalid, which requirements judge. */
async function listEvents(calendar: Calendar, marker: string, filter: ListQuery = {}): Promise<Listed> {
  const events = await turnPages(calendar, { ...unfilteredFor(calendar.profile, 'events'), ...filter });
  const isOwn = ({ json }: Shown): boolean => holdsToken(JSON.stringify(json), marker);
  return { others: events.filter((event) => !isOfRuns(event)), own: events.filter(isOwn) };
}

/** The first page, and further ones while pages contain records of runs. */
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

/** One event that only `flag=true` lists and one that only `flag=false` does, if there are any. */
async function findDivided(list: ListEvents, flag: ExistingFlag): Promise<Divided | undefined> {
  const ask = async (value: boolean): Promise<readonly Shown[]> => {
    const { others, own } = await list({ [flag]: value });
    return [...others, ...own];
  };
  const [yes, no] = await Promise.all([ask(true), ask(false)]);
  const [selected, unselected] = [onlyIn(yes, no), onlyIn(no, yes)];
  // A list that contains all of the other still distinguishes the two.
  const [first, last] = [selected ?? yes[0], unselected ?? no[0]];
  return (selected ?? unselected) && first && last ? { selected: first, unselected: last } : undefined;
}

const onlyIn = (one: readonly Shown[], other: readonly Shown[]): Shown | undefined =>
  one.find(({ id }) => !other.some((shown) => shown.id === id));

/** So many events are tried as parents if no event shows its parent. */
const MOST_TRIED = 5;

/** A `post_parent` that lists some events and not all; a parent that events show, else an event itself. */
async function findFamily(list: ListEvents, events: readonly FoundEvent[]): Promise<Existing['family']> {
  for (const parent of parentsAmong(events)) {
    const { others: children } = await list({ post_parent: Number(parent) });
    const isAll = events.every(({ id }) => children.some((child) => child.id === id));
    const [child] = children.filter(({ id }) => id !== parent);
    if (child && !isAll) return { parent, child };
  }
  return undefined;
}

function parentsAmong(events: readonly FoundEvent[]): readonly string[] {
  const shown = events.flatMap(({ json }) => {
    const path = findField(json, 'post_parent') ?? findField(json, 'parent');
    return path ? idsIn(valueAt(json, path)) : [];
  });
  const tried = shown.length > 0 ? shown : events.map(({ id }) => id);
  return [...new Set(tried)].filter((id) => /^\d{1,15}$/.test(id)).slice(0, MOST_TRIED);
}

/** Searches the existing events for data that no client can set. `marker` identifies our own. */
export async function findExisting(calendar: Calendar, marker: string): Promise<Existing> {
  const list: ListEvents = (filter) => listEvents(calendar, marker, filter);
  const { others: events } = await list();
  if (events.length === 0) return nothingExisting;
  const divided: Partial<Record<ExistingFlag, Divided>> = {};
  for (const flag of existingFlags) {
    const found = await findDivided(list, flag);
    if (found) divided[flag] = found;
  }
  const family = await findFamily(list, events);
  return { protectedEvents: await findProtected(calendar, events), divided, ...(family && { family }) };
}

/** The capabilities that existing records can give. */
export const existingNeeds: readonly Capability[] = [
  'existing.protected-event',
  'existing.geoloc',
  'existing.ticketed',
  'existing.post-parent',
];

/** The capabilities that the found records give. */
export function foundIn({ protectedEvents, divided, family }: Existing): readonly Capability[] {
  return [
    ...(protectedEvents.length > 0 ? (['existing.protected-event'] as const) : []),
    ...(divided.geoloc ? (['existing.geoloc'] as const) : []),
    ...(divided.ticketed ? (['existing.ticketed'] as const) : []),
    ...(family ? (['existing.post-parent'] as const) : []),
  ];
}
