import type { AlternativeOf } from '../../contract/readings.js';
import type { Calendar } from '../calendar.js';
import type { ReadingEvidence } from '../profile.js';
import type { Built } from '../world/build.js';
import { learnBelonging } from './belonging.js';
import { hasSegments } from './capabilities.js';
import { learnConflict } from './conflict.js';

/** How a target keeps languages apart. */
export interface Languages {
  readonly segments: boolean;
  readonly belonging: AlternativeOf<'language.belonging'> | undefined;
  readonly conflict: ReadingEvidence | undefined;
}

/** Learns languages by records that were made in one. */
export async function learnLanguages(calendar: Calendar, localized: readonly Built[]): Promise<Languages> {
  const [segments, belonging] = await Promise.all([hasSegments(calendar), learnBelonging(calendar, localized)]);
  const isConflict = segments && belonging === 'one';
  return { segments, belonging, conflict: isConflict ? await learnConflict(calendar, localized) : undefined };
}
