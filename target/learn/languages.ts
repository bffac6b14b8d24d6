import type { AlternativeOf } from '../../contract/readings.js';
import type { Calendar } from '../calendar.js';
import type { ReadingEvidence } from '../profile.js';
import type { Built } from '../world/build.js';
import { learnBelonging } from './belonging.js';
import { learnConflict } from './conflict.js';
import { findSegments, type SegmentPosition } from './segment-place.js';

/** How a target keeps languages apart. */
export interface Languages {
  /** Where its path segments go; undefined where there are none. */
  readonly segmentPosition: SegmentPosition | undefined;
  readonly belonging: AlternativeOf<'language.belonging'> | undefined;
  readonly conflict: ReadingEvidence | undefined;
}

/** Learns languages by records that were made in one. */
export async function learnLanguages(
  calendar: Calendar,
  placed: readonly Calendar[],
  localized: readonly Built[],
): Promise<Languages> {
  const [segmented, belonging] = await Promise.all([findSegments(placed), learnBelonging(calendar, localized)]);
  const conflict = segmented && belonging === 'one' ? await learnConflict(segmented, localized) : undefined;
  return { segmentPosition: segmented?.profile.choices['language.segment-place'], belonging, conflict };
}
