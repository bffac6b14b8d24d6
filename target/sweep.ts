import type { JournalContent } from '../harness/journal.js';
import { textOf } from '../harness/body.js';
import type { Exchange, Phase, WireRequest } from '../harness/exchange.js';
import { openScope } from '../harness/scope.js';
import { type Calendar, createCalendar, isGone } from './calendar.js';
import { isCollection, toCreateClaim } from './claim.js';
import { toChoices } from './learn/readings.js';
import { createMarker, holdsToken } from './marker.js';
import { byId } from './paths.js';
import { findClaimed } from './reclaim.js';
import { createRegistry, type OwnRecord } from './registry.js';

/** What a journal says of the run it belongs to. */
export interface RunMeta {
  readonly origin: string;
  readonly root: string;
  readonly namespace: string;
  readonly languageParameter: string;
  readonly marker: string;
}

/** What a sweep came to, each record as `collection/id`. */
export interface Swept {
  readonly deleted: readonly string[];
  /** Gone before: deleted by the run itself, or by someone else. */
  readonly gone: readonly string[];
  /** In the journal, but without the run's marker now: not touched. */
  readonly foreign: readonly string[];
  /** Ours, but they would not go. */
  readonly left: readonly string[];
}

export interface SweepOptions {
  readonly meta: RunMeta;
  readonly content: JournalContent;
  readonly send: (
    request: WireRequest,
    options: { readonly phase: Phase; readonly claim?: unknown },
  ) => Promise<Exchange>;
}

/** The meta of a journal; undefined when it lacks what a sweep needs. */
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
  const known = open.flatMap(({ record }) => toOwnRecord(record));
  const claims = open.filter(({ record }) => record === undefined).flatMap(({ claim }) => toCreateClaim(claim) ?? []);
  const found = await findClaimed(calendar, meta.marker, claims);
  // In the order opposite to that of making, so that nothing is deleted before what refers to it.
  const records = [...known, ...found].toReversed();
  const results: (readonly [keyof Swept, string])[] = [];
  for (const record of records)
    results.push([await settle(calendar, meta.marker, record), `${record.collection}/${record.id}`]);
  const of = (wanted: keyof Swept): readonly string[] =>
    results.filter(([fate]) => fate === wanted).map(([, name]) => name);
  return { deleted: of('deleted'), gone: of('gone'), foreign: of('foreign'), left: of('left') };
}

async function settle(calendar: Calendar, marker: string, record: OwnRecord): Promise<keyof Swept> {
  const { outcome } = await calendar.read(record.collection, byId(record));
  if (outcome.kind !== 'response') return 'left';
  if (outcome.response.status === 404 || outcome.response.status === 410) return 'gone';
  if (!holdsToken(textOf(outcome.response), marker)) return 'foreign';
  return isGone(await calendar.remove(record.collection, byId(record))) ? 'deleted' : 'left';
}

/** A sweep follows the journal of the crashed run and keeps none of its own: to run it again is safe. */
const silent = { made: () => Promise.resolve(), gone: () => Promise.resolve() };

function openForSweep(meta: RunMeta, send: SweepOptions['send']): Calendar {
  const { root, namespace, languageParameter } = meta;
  return createCalendar({
    profile: {
      root,
      namespace,
      languageParameter,
      shapes: {},
      choices: toChoices(new Map()),
      accepted: { author: [], image: [], status: [] },
      pageSize: 50,
      lacks: new Map(),
    },
    marker: createMarker(0),
    scope: openScope({ phase: 'clean-up', quota: Number.POSITIVE_INFINITY, send }),
    registry: createRegistry(silent),
    idOf: ({ ref, key }) => `${ref}/${key}`,
  });
}

function toOwnRecord(record: unknown): readonly OwnRecord[] {
  if (typeof record !== 'object' || record === null) return [];
  const { collection, id }: Readonly<Record<string, unknown>> = { ...record };
  return isCollection(collection) && typeof id === 'string' ? [{ collection, id }] : [];
}
