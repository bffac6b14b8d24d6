import { openScope } from '../kernel/scope.js';
import type { JournalContent, JournalledIntent } from '../wire/journal/journal-reader.js';
import type { Calendar } from './calendar/calendar.js';
import { createCalendar } from './calendar/create-calendar.js';
import { findTrashed } from './ownership/clean-up.js';
import { discardAll, type Discarded, type Fate } from './ownership/discard.js';
import { createGuard, type SendFor } from './ownership/guard.js';
import { createMarker } from './ownership/marker.js';
import { findClaimed } from './ownership/reclaim.js';
import { createRegistry, type OwnRecord } from './ownership/registry.js';
import { isCollection, toCreateClaim } from './ownership/write-claim.js';
import { blankProfile, type Site } from './profile/target-profile.js';

/** What a journal says about its run. */
export interface RunMeta extends Site {
  readonly origin: string;
  readonly marker: string;
}

/** The result of a sweep: records, each as `collection/id`, by fate. */
export type Swept = Readonly<Record<Fate, readonly string[]>>;

/** The journal of a crashed run, and a way to send requests. */
interface SweepOptions {
  readonly meta: RunMeta;
  readonly content: JournalContent;
  readonly send: SendFor;
}

/** Parses the meta of a journal; undefined if it is incomplete. */
export function toRunMeta(meta: Readonly<Record<string, unknown>>): RunMeta | undefined {
  const { origin, root, namespace, languageParameter, marker } = meta;
  const texts = [origin, root, namespace, languageParameter, marker];
  if (!texts.every((text) => typeof text === 'string')) return undefined;
  return {
    origin: String(origin),
    root: String(root),
    namespace: String(namespace),
    languageParameter: String(languageParameter),
    marker: String(marker),
  };
}

/**
 * Finishes the clean-up of a crashed run. Touches only records that the journal claims, by id or by token, and that
 * carry the run's marker.
 */
export async function sweep({ meta, content, send }: SweepOptions): Promise<Swept> {
  const calendar = openForSweep(meta, send);
  const open = content.intents.filter(({ gone }) => !gone);
  const known = await discardAll(calendar, open.flatMap(toOwnRecord), meta.marker);
  const foreign = new Set(known.filter(({ fate }) => fate === 'foreign').map(({ record }) => toName(record)));
  // A create that returned the id of another record still made one of ours, with an unknown id.
  const isUnknown = (intent: JournalledIntent): boolean => toOwnRecord(intent).every((one) => foreign.has(toName(one)));
  const claims = open.filter(isUnknown).flatMap(({ claim }) => toCreateClaim(claim) ?? []);
  const found = await findClaimed(calendar, { marker: meta.marker, claims, thorough: true });
  const records = found.map(({ record }) => record);
  const all = [...known, ...(await discardAll(calendar, records, meta.marker))];
  const deleted = all.filter(({ fate }) => fate === 'deleted').map(({ record }) => record);
  const trashed = new Set((await findTrashed(calendar, deleted, { marker: meta.marker })).map(toName));
  return toSwept(all.map((one) => (trashed.has(toName(one.record)) ? { ...one, fate: 'trashed' } : one)));
}

function toSwept(discarded: readonly Discarded[]): Swept {
  const of = (wanted: Fate): readonly string[] => [
    ...new Set(discarded.filter(({ fate }) => fate === wanted).map(({ record }) => toName(record))),
  ];
  return {
    deleted: of('deleted'),
    gone: of('gone'),
    trashed: of('trashed'),
    foreign: of('foreign'),
    left: of('left'),
  };
}

const toName = ({ collection, id }: OwnRecord): string => `${collection}/${id}`;

/** A sweep keeps no journal of its own: it can safely run again. */
const silent = { made: () => Promise.resolve(), gone: () => Promise.resolve() };

function openForSweep(meta: RunMeta, send: SendFor): Calendar {
  const registry = createRegistry(silent);
  return createCalendar({
    profile: blankProfile(meta),
    marker: createMarker(0),
    scope: openScope({ phase: 'clean-up', quota: Number.POSITIVE_INFINITY, send }),
    registry,
    guard: createGuard({ marker: meta.marker, isMarkedOwn: (path) => registry.isMarkedOwn(path), send }),
    idOf: ({ ref, key }) => `${ref}/${key}`,
  });
}

function toOwnRecord({ record }: JournalledIntent): readonly OwnRecord[] {
  if (typeof record !== 'object' || record === null) return [];
  const { collection, id }: Readonly<Record<string, unknown>> = { ...record };
  return isCollection(collection) && typeof id === 'string' ? [{ collection, id }] : [];
}
