import { boundReadings } from '../../../contract/readings/date-readings.js';
import { type AlternativeOf, type ReadingId, readingOf, readings } from '../../../contract/readings/readings.js';
import type { Collection } from '../../../contract/resources.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { addDays, atTime } from '../../notation/day-times.js';
import type { ReadingEvidence } from '../../profile/target-profile.js';
import { toLifted } from '../../reading/record-queries.js';
import { WORLD_DAYS } from '../../world/world-design.js';

/**
 * What a list must be like for an alternative to explain it, by the keys of the world: it holds `in`, it lacks `out`,
 * and it has `order` in this order. An empty mark asks for nothing.
 */
interface Mark {
  readonly in?: readonly string[];
  readonly out?: readonly string[];
  readonly order?: readonly string[];
}

/** An alternative without a mark explains no list at all. */
type Marks<Id extends ReadingId> = { readonly [Alternative in AlternativeOf<Id>]?: Mark };

/**
 * One query over the world whose answer tells which alternatives a target may follow. Every mark holds a control: a
 * record that any working filter returns or leaves out. So a filter that is broken follows none, and stays judged by
 * the words.
 */
export interface ReadingProbe {
  readonly collection: Collection;
  readonly query: ListQuery;
  readonly marks: { readonly [Id in ReadingId]?: Marks<Id> };
  /** What a refusal of the query stands for. */
  readonly refused?: { readonly [Id in ReadingId]?: AlternativeOf<Id> };
}

/** What came of a probe: the keys of the world's records in the list, in order, or that it was refused. */
export type ProbeResult = { readonly kind: 'listed'; readonly keys: readonly string[] } | { readonly kind: 'refused' };

/** The keys of the world on which a probe rests where it tells about a reading. */
const keysMarked = ({ marks }: ReadingProbe, id: ReadingId): readonly string[] =>
  Object.values<Mark | undefined>(marks[id] ?? {}).flatMap((mark) => [
    ...(mark?.in ?? []),
    ...(mark?.out ?? []),
    ...(mark?.order ?? []),
  ]);

/** Whether an alternative explains the answer to a probe. */
function explains(probe: ReadingProbe, answer: ProbeResult, id: ReadingId, alternative: string): boolean {
  if (answer.kind === 'refused') return probe.refused?.[id] === alternative;
  const mark = new Map(Object.entries<Mark | undefined>(probe.marks[id] ?? {})).get(alternative);
  return mark !== undefined && fits(mark, answer.keys);
}

function fits({ in: inside = [], out = [], order = [] }: Mark, keys: readonly string[]): boolean {
  const places = order.map((key) => keys.indexOf(key));
  return (
    inside.every((key) => keys.includes(key)) &&
    out.every((key) => !keys.includes(key)) &&
    places.every((place, index) => place > (places[index - 1] ?? -1))
  );
}

/** A probe and what came of it. */
export interface AnsweredProbe {
  readonly probe: ReadingProbe;
  readonly result: ProbeResult;
}

/**
 * What the answers so far say about a reading: the first of its alternatives that explains all of them. Undefined where
 * no probe could tell, because none was answered or a record on which it rests is not there.
 */
export function weigh(
  id: ReadingId,
  asked: readonly AnsweredProbe[],
  has: (key: string) => boolean,
): ReadingEvidence | undefined {
  const telling = asked.filter(({ probe }) => id in probe.marks && keysMarked(probe, id).every(has));
  const { alternatives } = readingOf(id);
  const isFollowed = (alternative: string): boolean =>
    telling.every(({ probe, result }) => explains(probe, result, id, alternative));
  const literal = alternatives[0].id;
  const shown = telling.find(({ probe, result }) => !explains(probe, result, id, literal)) ?? telling[0];
  if (!shown) return undefined;
  const { collection, query } = shown.probe;
  const further = telling.filter((one) => one !== shown).map(({ probe }) => probe.query);
  const follows = alternatives.map((alternative) => alternative.id).find(isFollowed);
  return { follows, collection, query, ...(further.length > 0 && { further }) };
}

/** What probes ask about the edges of days and of times. */
const edges: readonly ReadingId[] = [
  ...boundReadings.map(({ id }) => id),
  'list.start-date',
  'list.end-date',
  'list.start-date.strict',
  'list.end-date.strict',
  'list.lenient-time',
];

/** What start_date and end_date may be instead of days: told by events that are days away from them. */
const windows: readonly (string | undefined)[] = [
  'lower-bound',
  'end-lower-bound',
  'upper-bound',
  'start-upper-bound',
  'open-bound',
];

/**
 * What the answers say about every reading that they tell about. Where times are compared in UTC, an edge is not where
 * a probe asked for it: nothing is said about edges then, but that there are bounds of a window.
 */
export function weighAll(
  asked: readonly AnsweredProbe[],
  has: (key: string) => boolean,
): ReadonlyMap<ReadingId, ReadingEvidence> {
  const evidence = new Map<ReadingId, ReadingEvidence>();
  for (const { id } of readings) {
    const weighed = weigh(id, asked, has);
    if (weighed) evidence.set(id, weighed);
  }
  if (evidence.get('list.compared-time')?.follows !== 'utc') return evidence;
  return new Map([...evidence].filter(([id, { follows }]) => !edges.includes(id) || windows.includes(follows)));
}

/** The days of the world, counted from its first, as probes ask about them. */
export interface ProbeDays {
  day(days: number): string;
  at(days: number, time: string): string;
  /** The bounds of all of them, with a day to spare for clocks that are far apart. */
  readonly from: { readonly starts_after: string };
  readonly to: { readonly ends_before: string };
  /** What has to be sent besides, where nothing else lifts the default window. */
  readonly wide: ListQuery;
}

/** The days of a world for probing; `wide` tells whether start_date and end_date have to lift the default window. */
export function toProbeDays(firstDay: string, { wide }: { readonly wide: boolean }): ProbeDays {
  const day = (days: number): string => addDays(firstDay, days);
  const at = (days: number, time: string): string => atTime(day(days), time);
  return {
    day,
    at,
    from: { starts_after: day(-1) },
    to: { ends_before: day(WORLD_DAYS + 1) },
    wide: wide ? toLifted({ from: day(-1), to: day(WORLD_DAYS + 1) }) : {},
  };
}
