import type { ReadingId } from '../../contract/readings.js';
import type { Exchange } from '../../harness/exchange.js';
import { toChoices } from '../alternatives.js';
import type { TargetProfile } from '../profile.js';
import type { Built } from '../world/build.js';
import { lateReadingsOf } from './late-readings.js';
import { readExchanges } from './told.js';
import { toFacts } from './to-facts.js';

/** What came of learning a target. */
export interface Drawing {
  readonly profile: TargetProfile;
  /** The readings that were asked about. */
  readonly readings: ReadonlyMap<ReadingId, string | undefined>;
  readonly built: readonly Built[];
  readonly exchanges: readonly Exchange[];
}

/** A profile with its facts, drawn from the exchanges by which it was learned; nothing is sent for them. */
export function drawFacts({ profile, readings: asked, built, exchanges }: Drawing): TargetProfile {
  const sources = { profile, built, exchanges: readExchanges(exchanges, profile) };
  const late = lateReadingsOf(sources);
  const readings = new Map([...late, ...asked]);
  const choices = toChoices(new Map([...Object.entries(profile.choices), ...late] as [ReadingId, string][]));
  return { ...profile, choices, facts: toFacts({ ...sources, readings }) };
}
