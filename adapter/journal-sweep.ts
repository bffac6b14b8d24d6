import { eventRelations } from '../contract/resources.js';
import { openScope } from '../kernel/scope.js';
import type { JournalContent, JournalledIntent } from '../wire/journal/journal-reader.js';
import type { Calendar } from './calendar/calendar.js';
import { createCalendar } from './calendar/create-calendar.js';
import type { CleanUp } from './ownership/clean-up.js';
import { discardAll, type Discarded, type Fate } from './ownership/discard.js';
import { createGuard, type Guard, type SendFor } from './ownership/guard.js';
import { findSurvivors, findTrashed, findWhereabouts } from './ownership/last-seen.js';
import { createMarker, holdsToken } from './ownership/marker.js';
import { findClaimed } from './ownership/reclaim.js';
import { createRegistry, type OwnRecord } from './ownership/registry.js';
import { findStrays } from './ownership/stray-records.js';
import { isCollection, toCreateClaim } from './ownership/write-claim.js';
import { blankProfile, type Site } from './profile/target-profile.js';
import { pathOf } from './reading/paths.js';

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
  /** Called with each record that was tried, and its fate. */
  readonly onDiscarded?: (one: Discarded) => void;
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
export async function sweep({ meta, content, send, onDiscarded }: SweepOptions): Promise<Swept> {
  const { calendar, guard } = openForSweep(meta, send);
  const open = content.intents.filter(({ gone }) => !gone);
  const discardThese = (records: readonly OwnRecord[]) => discardAll(calendar, records, meta.marker, onDiscarded);
  const known = await discardThese(open.flatMap(toOwnRecord));
  const astray = known.filter(({ fate }) => fate === 'foreign' || fate === 'gone').map(({ record }) => toName(record));
  // A create that returned the id of another record, or of none, still made one of ours, with an unknown id.
  const isUnknown = (intent: JournalledIntent): boolean =>
    toOwnRecord(intent).every((one) => astray.includes(toName(one)));
  const claims = open.filter(isUnknown).flatMap(({ claim }) => toCreateClaim(claim) ?? []);
  const found = await findClaimed(calendar, { marker: meta.marker, claims, thorough: true });
  const records = found.map(({ record }) => record);
  const named = new Set([...known.map(({ record }) => record), ...records].map(toName));
  const strays = (await straysOf(calendar, { meta, content })).filter((record) => !named.has(toName(record)));
  const all = [...known, ...(await discardThese([...records, ...strays]))];
  return toSwept(
    await asSeenLast(all, { calendar, marker: meta.marker, isDeleted: (one) => guard.isDeleted(pathOf(one)) }),
  );
}

/** What the bodies of events made besides: it carries the token of an event. */
async function straysOf(
  calendar: Calendar,
  { meta: { marker }, content }: Pick<SweepOptions, 'meta' | 'content'>,
): Promise<readonly OwnRecord[]> {
  const claims = content.intents.flatMap(({ claim }) => toCreateClaim(claim) ?? []);
  const tokens = claims.filter(({ collection }) => collection === 'events').map(({ token }) => token);
  if (tokens.length === 0) return [];
  const isOurs = (text: string): boolean => tokens.some((token) => holdsToken(text, token));
  return findStrays(calendar, Object.values(eventRelations), { marker, isOurs });
}

/** The fates by what is seen of the records now: a run counts in the same way. */
async function asSeenLast(
  all: readonly Discarded[],
  { calendar, ...options }: Pick<CleanUp, 'calendar' | 'marker' | 'isDeleted'>,
): Promise<readonly Discarded[]> {
  const of = (fate: Fate): readonly OwnRecord[] => all.filter((one) => one.fate === fate).map(({ record }) => record);
  const deleted = of('deleted');
  const seen = await findWhereabouts(calendar, of('left'), options);
  const fates = new Map<string, Fate>([
    ...seen.map(({ record, whereabouts }) => [toName(record), whereabouts === 'there' ? 'left' : whereabouts] as const),
    ...(await findTrashed(calendar, deleted, options)).map((record) => [toName(record), 'trashed'] as const),
    ...(await findSurvivors(calendar, deleted, options)).map((record) => [toName(record), 'left'] as const),
  ]);
  return all.map((one) => ({ ...one, fate: fates.get(toName(one.record)) ?? one.fate }));
}

/** A record that was tried twice has its last fate. */
function toSwept(discarded: readonly Discarded[]): Swept {
  const fates = new Map(discarded.map(({ record, fate }) => [toName(record), fate]));
  const of = (wanted: Fate): readonly string[] => [...fates].flatMap(([name, fate]) => (fate === wanted ? [name] : []));
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

function openForSweep(meta: RunMeta, send: SendFor): { readonly calendar: Calendar; readonly guard: Guard } {
  const registry = createRegistry(silent);
  const guard = createGuard({ marker: meta.marker, isMarkedOwn: (path) => registry.isMarkedOwn(path), send });
  const calendar = createCalendar({
    profile: blankProfile(meta),
    marker: createMarker(0),
    scope: openScope({ phase: 'clean-up', quota: Number.POSITIVE_INFINITY, send }),
    registry,
    guard,
    idOf: ({ ref, key }) => `${ref}/${key}`,
  });
  return { calendar, guard };
}

function toOwnRecord({ record }: JournalledIntent): readonly OwnRecord[] {
  if (typeof record !== 'object' || record === null) return [];
  const { collection, id }: Readonly<Record<string, unknown>> = { ...record };
  return isCollection(collection) && typeof id === 'string' ? [{ collection, id }] : [];
}
