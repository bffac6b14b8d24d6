import type { Judged } from '../run-event.js';
import { excerpt } from './excerpt.js';
import { toPrintableLine } from './printable.js';
import { standingOf } from './standing.js';

const LONGEST = 600;

/** Why a requirement is not passed, in a line; undefined where it is. */
export function toWhy(one: Judged, strict: boolean): string | undefined {
  const why = sayWhy(one, strict);
  return why === undefined ? undefined : toPrintableLine(excerpt(why, LONGEST));
}

function sayWhy(one: Judged, strict: boolean): string | undefined {
  const { requirement, verdict, known } = one;
  switch (verdict.outcome) {
    case 'passed':
      return undefined;
    case 'failed': {
      const { expected, observed } = verdict.counterexample.deviation;
      const contrast = `expected ${expected}, observed ${observed}`;
      if (known) return `known deviation until ${known.expires} (${known.reason || 'without a reason'}): ${contrast}`;
      const isLapse = standingOf(one, strict) === 'lapse';
      return isLapse ? `${requirement.level} failed, which does not fail this run: ${contrast}` : contrast;
    }
    case 'cantTell':
      return `could not be told: ${verdict.reason}`;
    case 'inapplicable':
      return `does not apply: ${verdict.reason}`;
    case 'untested':
      return `was not judged: ${verdict.reason}`;
  }
}
