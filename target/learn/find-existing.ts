import type { Calendar } from '../calendar.js';
import { type Divided, type Existing, type ExistingFlag, existingFlags, nothingExisting } from '../world/existing.js';
import type { Capability } from './capabilities.js';
import { listEvents, type ListEvents } from './list-events.js';
import { findDivided } from './find-divided.js';
import { findFamily } from './find-family.js';
import { findProtected } from './find-protected.js';

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
