import { boundReadings } from '../../contract/readings/bounds.js';
import { type ReadingId, readingOf, readings } from '../../contract/readings.js';
import type { ReadingEvidence } from '../profile.js';
import { type ProbeResult, explains, keysMarked, type ReadingProbe } from './reading-probe.js';

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
