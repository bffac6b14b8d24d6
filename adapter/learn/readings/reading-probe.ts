import { boundReadings } from '../../../contract/readings/date-readings.js';
import { type AlternativeOf, type ReadingId, readingOf, readings } from '../../../contract/readings/readings.js';
import type { Collection } from '../../../contract/resources.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { addDays, atTime } from '../../notation/day-times.js';
import type { ReadingEvidence } from '../../profile/target-profile.js';
import { toLifted } from '../../reading/record-queries.js';
import { WORLD_DAYS } from '../../world/world-design.js';

/**
 * What an alternative predicts of a list, in keys of the world: it contains `in`, lacks `out`, and has `order` in this
 * order. An empty mark predicts nothing.
 */
interface Mark {
  readonly in?: readonly string[];
  readonly out?: readonly string[];
  readonly order?: readonly string[];
}

/** An alternative without a mark explains no list at all. */
type Marks<Id extends ReadingId> = { readonly [Alternative in AlternativeOf<Id>]?: Mark };

/**
 * One query over the world that discriminates between alternatives. Every mark contains a control, a record that any
 * working filter returns or leaves out, so that a broken filter follows no alternative and stays judged literally.
 */
export interface ReadingProbe {
  readonly collection: Collection;
  readonly query: ListQuery;
  readonly marks: { readonly [Id in ReadingId]?: Marks<Id> };
  /** The alternatives that a refusal of the query shows. */
  readonly refused?: { readonly [Id in ReadingId]?: AlternativeOf<Id> };
}

/** The result of a probe: the keys of the world's records in the list, in order, or a refusal. */
export type ProbeResult = { readonly kind: 'listed'; readonly keys: readonly string[] } | { readonly kind: 'refused' };

/** The keys of the world that a probe needs for a reading. */
const keysMarked = ({ marks }: ReadingProbe, id: ReadingId): readonly string[] =>
  Object.values<Mark | undefined>(marks[id] ?? {}).flatMap((mark) => [
    ...(mark?.in ?? []),
    ...(mark?.out ?? []),
    ...(mark?.order ?? []),
  ]);

/** Whether an alternative explains the result of a probe. */
function explains(probe: ReadingProbe, answer: ProbeResult, id: ReadingId, alternative: string): boolean {
  if (answer.kind === 'refused') return probe.refused?.[id] === alternative;
  const mark = new Map(Object.entries<Mark | undefined>(probe.marks[id] ?? {})).get(alternative);
  return mark !== undefined && fits(mark, answer.keys);
}

function fits({ in: inside = [], out = [], order = [] }: Mark, keys: readonly string[]): boolean {
  const indexes = order.map((key) => keys.indexOf(key));
  return (
    inside.every((key) => keys.includes(key)) &&
    out.every((key) => !keys.includes(key)) &&
    indexes.every((found, at) => found > (indexes[at - 1] ?? -1))
  );
}

/** A probe and its result. */
export interface AnsweredProbe {
  readonly probe: ReadingProbe;
  readonly result: ProbeResult;
}

/**
 * Weighs the results for a reading: the first alternative that explains all of them. Undefined without a conclusive
 * probe: none was answered, or a record that it needs does not exist.
 */
export function weigh(
  id: ReadingId,
  answered: readonly AnsweredProbe[],
  has: (key: string) => boolean,
): ReadingEvidence | undefined {
  const conclusive = answered.filter(({ probe }) => id in probe.marks && keysMarked(probe, id).every(has));
  const { alternatives } = readingOf(id);
  const isFollowed = (alternative: string): boolean =>
    conclusive.every(({ probe, result }) => explains(probe, result, id, alternative));
  const literal = alternatives[0].id;
  const shown = conclusive.find(({ probe, result }) => !explains(probe, result, id, literal)) ?? conclusive[0];
  if (!shown) return undefined;
  const { collection, query } = shown.probe;
  const further = conclusive.filter((one) => one !== shown).map(({ probe }) => probe.query);
  const follows = alternatives.map((alternative) => alternative.id).find(isFollowed);
  return { follows, collection, query, ...(further.length > 0 && { further }) };
}

/** The readings about the edges of days and times. */
const edges: readonly ReadingId[] = [
  ...boundReadings.map(({ id }) => id),
  'list.start-date',
  'list.end-date',
  'list.start-date.strict',
  'list.end-date.strict',
  'list.lenient-time',
];

/** The alternatives of start_date and end_date as bounds: events that are days away from them show it. */
const windows: readonly (string | undefined)[] = [
  'lower-bound',
  'end-lower-bound',
  'upper-bound',
  'start-upper-bound',
  'open-bound',
];

/**
 * Weighs the results for every reading. If times are compared in UTC, edges are not where the probes assume them: only
 * bounds of a window are learned then.
 */
export function weighAll(
  answered: readonly AnsweredProbe[],
  has: (key: string) => boolean,
): ReadonlyMap<ReadingId, ReadingEvidence> {
  const evidence = new Map<ReadingId, ReadingEvidence>();
  for (const { id } of readings) {
    const weighed = weigh(id, answered, has);
    if (weighed) evidence.set(id, weighed);
  }
  if (evidence.get('list.compared-time')?.follows !== 'utc') return evidence;
  return new Map([...evidence].filter(([id, { follows }]) => !edges.includes(id) || windows.includes(follows)));
}

/** The days of the world as probes use them, counted from its first. */
export interface ProbeDays {
  day(days: number): string;
  at(days: number, time: string): string;
  /** The bounds of the world, with a spare day for distant time zones. */
  readonly from: { readonly starts_after: string };
  readonly to: { readonly ends_before: string };
  /** What to send besides if nothing else lifts the default window. */
  readonly wide: ListQuery;
  /** Whether nothing else does. */
  readonly isWide: boolean;
}

/** The days of a world for probes; `wide` if start_date and end_date have to lift the default window. */
export function toProbeDays(firstDay: string, { wide }: { readonly wide: boolean }): ProbeDays {
  const day = (days: number): string => addDays(firstDay, days);
  const at = (days: number, time: string): string => atTime(day(days), time);
  return {
    day,
    at,
    from: { starts_after: day(-1) },
    to: { ends_before: day(WORLD_DAYS + 1) },
    wide: wide ? toLifted({ from: day(-1), to: day(WORLD_DAYS + 1) }) : {},
    isWide: wide,
  };
}
