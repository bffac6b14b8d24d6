import { boundReadings } from '../../../contract/readings/date-readings.js';
import { type ReadingId, readingOf, readings } from '../../../contract/readings/readings.js';
import type { ReadingEvidence } from '../../profile/target-profile.js';
import type { AnsweredProbe, Mark } from './reading-probe.js';
import { type IsUsable, usableMarks } from './usable-marks.js';

/** A probe with a result, and the marks that it is weighed by. */
interface Conclusive extends AnsweredProbe {
  readonly marks: ReadonlyMap<string, Mark>;
}

/** Whether an alternative explains the result of a probe. */
function explains({ probe, result, marks }: Conclusive, id: ReadingId, alternative: string): boolean {
  if (result.kind === 'refused') return probe.refused?.[id] === alternative;
  const mark = marks.get(alternative);
  return mark !== undefined && fits(mark, result.keys);
}

function fits({ in: inside = [], out = [], order = [] }: Mark, keys: readonly string[]): boolean {
  const indexes = order.map((key) => keys.indexOf(key));
  return (
    inside.every((key) => keys.includes(key)) &&
    out.every((key) => !keys.includes(key)) &&
    indexes.every((found, at) => found > (indexes[at - 1] ?? -1))
  );
}

/**
 * Weighs the results for a reading: the first alternative that explains all of them. Undefined without a conclusive
 * probe: none was answered, or a record that it needs does not exist.
 */
export function weigh(
  id: ReadingId,
  answered: readonly AnsweredProbe[],
  isUsable: IsUsable,
): ReadingEvidence | undefined {
  const conclusive = answered.flatMap((one): readonly Conclusive[] => {
    const marks = id in one.probe.marks ? usableMarks(one.probe, id, isUsable) : undefined;
    return marks ? [{ ...one, marks }] : [];
  });
  const { alternatives } = readingOf(id);
  const isFollowed = (alternative: string): boolean => conclusive.every((one) => explains(one, id, alternative));
  const literal = alternatives[0].id;
  const shown = conclusive.find((one) => !explains(one, id, literal)) ?? conclusive[0];
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
  isUsable: IsUsable,
): ReadonlyMap<ReadingId, ReadingEvidence> {
  const evidence = new Map<ReadingId, ReadingEvidence>();
  for (const { id } of readings) {
    const weighed = weigh(id, answered, isUsable);
    if (weighed) evidence.set(id, weighed);
  }
  if (evidence.get('list.compared-time')?.follows !== 'utc') return evidence;
  return new Map([...evidence].filter(([id, { follows }]) => !edges.includes(id) || windows.includes(follows)));
}
