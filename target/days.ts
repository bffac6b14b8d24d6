import { type Language, segmentLanguages } from '../contract/queries.js';
import { seedOf } from '../harness/seed.js';
import { WORLD_DAYS } from './world/design.js';
import { addDays, atTime } from './world/wall-clock.js';
import type { World } from './world/world.js';

/** When the records of a run are, and in which language those that belong to one are. */
export interface Days {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** The first of the world, at least three years ahead. */
  readonly firstDay: string;
  readonly window: World['window'];
  readonly span: World['span'];
  readonly language: Language;
}

const EARLIEST_DAYS = 3 * 366;
const LATEST = '2036-01-01';

/** Picks the days of a run by its seed: those of the world, and after it those of what requirements make. */
export function pickDays({ seed, now }: { readonly seed: number; readonly now: Date }): Days {
  const today = now.toISOString().slice(0, 10);
  const earliest = addDays(today, EARLIEST_DAYS);
  const choice = Math.max(1, Math.floor((Date.parse(LATEST) - Date.parse(earliest)) / 86_400_000));
  const firstDay = addDays(earliest, seedOf(seed, 'world') % choice);
  return {
    today,
    firstDay,
    window: { from: firstDay, to: addDays(firstDay, WORLD_DAYS) },
    span: { from: atTime(addDays(firstDay, 60), '00:00:00'), to: atTime(addDays(firstDay, 420), '23:59:59') },
    language: segmentLanguages[seedOf(seed, 'language') % segmentLanguages.length] ?? segmentLanguages[0],
  };
}
