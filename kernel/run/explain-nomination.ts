import { explainNominated } from '../causes/explain-nominated.js';
import type { DeviationDetails } from '../deviation.js';
import type { RequirementInfo } from '../requirement.js';
import type { Judged } from '../run-event.js';
import { toEvidence, toExplainable } from './group-by-cause.js';

/** The failure that explains what a monitor nominated, or the cause of that failure: then the nomination costs nothing. */
export const explainNomination = (
  judged: readonly Judged[],
  requirement: RequirementInfo,
  details: DeviationDetails,
): string | undefined =>
  explainNominated(judged.map(toExplainable), { requirement, outcome: 'cantTell', evidence: toEvidence(details) });
