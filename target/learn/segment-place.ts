import type { AlternativeOf } from '../../contract/readings.js';
import type { Calendar } from '../calendar.js';
import { rootIn } from '../paths.js';
import type { TargetProfile } from '../profile.js';
import { calendarFor, type TargetContext } from '../setting.js';
import { hasSegments } from './capabilities.js';

/** Where in the address language segments go. */
export type SegmentPosition = AlternativeOf<'language.segment-place'>;

const segmentPositions = ['before-root', 'after-origin'] as const satisfies readonly SegmentPosition[];

/** One calendar for each place where language segments may go; a single one where all places are the same. */
export function calendarsBySegmentPosition(setting: TargetContext, profile: TargetProfile): readonly Calendar[] {
  const placed = segmentPositions.map((place): TargetProfile => {
    const choices = { ...profile.choices, 'language.segment-place': place };
    return { ...profile, choices };
  });
  const byRoot = new Map(placed.toReversed().map((one) => [rootIn(one, 'nl'), one]));
  return [...byRoot.values()].toReversed().map((one) => calendarFor(setting, one, setting.scope));
}

/** The first calendar whose language segments lead to lists; undefined where none do. */
export async function findSegments(placed: readonly Calendar[]): Promise<Calendar | undefined> {
  for (const calendar of placed) if (await hasSegments(calendar)) return calendar;
  return undefined;
}
