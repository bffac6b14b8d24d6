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

/** Several runs at once may fill some pages; more than that is left to a world file. */
const MOST_PAGES = 8;

/** The events of a list, told apart by who made them. What other runs made is no part: it is gone at any time. */
interface Listed {
  /** Events that no run made. */
  readonly others: readonly Shown[];
  /** Events of this run. */
  readonly own: readonly Shown[];
}

/** Asks for the events that a filter shows. */
type ListEvents = (filter?: ListQuery) => Promise<Listed>;

const isOfRuns = ({ json }: Shown): boolean => holdsAnyToken(JSON.stringify(json));

/** The events that a list shows without a window; none where it is refused or no list, which is for the requirements to judge. */
async function listEvents(calendar: Calendar, marker: string, filter: ListQuery = {}): Promise<Listed> {
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

/** One event that only the list with a flag shows and one that only the list without it does, if there are such. */
async function findDivided(list: ListEvents, flag: ExistingFlag): Promise<Divided | undefined> {
  const ask = async (value: boolean): Promise<readonly Shown[]> => {
    const { others, own } = await list({ [flag]: value });
    return [...others, ...own];
  };
  const [yes, no] = await Promise.all([ask(true), ask(false)]);
  const [selected, unselected] = [onlyIn(yes, no), onlyIn(no, yes)];
  // A list that holds all of the other, too, still tells both apart.
  const [first, last] = [selected ?? yes[0], unselected ?? no[0]];
  return (selected ?? unselected) && first && last ? { selected: first, unselected: last } : undefined;
}

const onlyIn = (one: readonly Shown[], other: readonly Shown[]): Shown | undefined =>
  one.find(({ id }) => !other.some((shown) => shown.id === id));

/** Lists of this many events are asked for their children where none shows its parent. */
const MOST_TRIED = 5;

/** An id under which `post_parent` lists some events and not all; of those that events show, else of events themselves. */
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

/** Looks among the events that are there for what no client can set. `marker` tells which are our own. */
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

/** What is needed of existing records. */
export const existingNeeds: readonly Capability[] = [
  'existing.protected-event',
  'existing.geoloc',
  'existing.ticketed',
  'existing.post-parent',
];

/** The capabilities that existing records give. */
export function foundIn({ protectedEvents, divided, family }: Existing): readonly Capability[] {
  return [
    ...(protectedEvents.length > 0 ? (['existing.protected-event'] as const) : []),
    ...(divided.geoloc ? (['existing.geoloc'] as const) : []),
    ...(divided.ticketed ? (['existing.ticketed'] as const) : []),
    ...(family ? (['existing.post-parent'] as const) : []),
  ];
}
