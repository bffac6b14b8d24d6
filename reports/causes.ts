import { plural } from '../wire/wording.js';
import { type Harm, harmOf, harms } from './harm.js';
import type { ReportedRequirement } from './run-report-schema.js';
import { causeOf, type Failed, isFailed, levels, unexplained } from './standing.js';

/** A failure that no other one explains, and what it explains. */
export interface Cause {
  readonly failure: Failed;
  readonly harm: Harm;
  readonly explains: readonly ReportedRequirement[];
}

/** The causes in order of harm, of the same harm by level, and then those that explain most. */
export const toCauses = (all: readonly ReportedRequirement[]): readonly Cause[] =>
  unexplained(all)
    .filter(isFailed)
    .map((failure) => ({
      failure,
      harm: harmOf(failure),
      explains: all.filter((other) => causeOf(other) === failure.id),
    }))
    .sort(byHarm);

const byHarm = (one: Cause, other: Cause): number =>
  harms.indexOf(one.harm) - harms.indexOf(other.harm) ||
  levels.indexOf(one.failure.level) - levels.indexOf(other.failure.level) ||
  other.explains.length - one.explains.length;

/** How many requirements failed, and for how many causes: `44 failures, 22 causes`. */
export function toFailureCount(causes: readonly Cause[]): string {
  const failures = causes.reduce((sum, { explains }) => sum + 1 + explains.filter(isFailed).length, 0);
  const count = plural(failures, 'failure');
  return failures === causes.length ? count : `${count}, ${plural(causes.length, 'cause')}`;
}
