import type { ReadingId } from '../../contract/readings/readings.js';
import { collections } from '../../contract/resources.js';
import type { Exchange } from '../../wire/exchange.js';
import type { Fact } from '../profile/fact.js';
import { type TargetProfile, toChoices } from '../profile/target-profile.js';
import { readExchanges } from '../reading/read-exchange.js';
import type { Built } from '../world/build-world.js';
import type { FactSources } from './fact-sources.js';
import { fieldsOf } from './field-facts.js';
import { lateReadingsOf } from './late-readings.js';
import { pagingOf } from './paging-facts.js';
import { readingsOf } from './reading-facts.js';
import { errorsOf, shapeFactsOf } from './response-facts.js';
import { accessOf, languagesOf, serviceOf } from './service-facts.js';
import { timesOf } from './time-facts.js';
import { bodiesOf, writesOf } from './write-facts.js';

/** Every fact that the exchanges show, in the order of the report. */
const toFacts = (sources: FactSources): readonly Fact[] => [
  ...serviceOf(sources),
  ...accessOf(sources),
  ...pagingOf(sources),
  ...errorsOf(sources),
  ...writesOf(sources),
  ...bodiesOf(sources),
  ...timesOf(sources),
  ...languagesOf(sources),
  ...collections.flatMap((collection) => [...shapeFactsOf(sources, collection), ...fieldsOf(sources, collection)]),
  ...readingsOf(sources),
];

/** The result of learning a target. */
interface Drawing {
  readonly profile: TargetProfile;
  /** The readings that were probed. */
  readonly readings: ReadonlyMap<ReadingId, string | undefined>;
  readonly built: readonly Built[];
  readonly exchanges: readonly Exchange[];
}

/** Adds to a profile the facts that its exchanges show; sends nothing. */
export function drawFacts({ profile, readings: probed, built, exchanges }: Drawing): TargetProfile {
  const sources = { profile, built, exchanges: readExchanges(exchanges, profile) };
  const late = lateReadingsOf(sources);
  const readings = new Map([...late, ...probed]);
  const choices = toChoices(new Map([...Object.entries(profile.choices), ...late] as [ReadingId, string][]));
  return { ...profile, choices, facts: toFacts({ ...sources, readings }) };
}
