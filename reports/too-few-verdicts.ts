import { plural, someOf } from '../wire/wording.js';
import { causeOf, isApplicable, isConclusive, type Result } from './standing.js';

export const applicableMusts = (all: readonly Result[]): readonly Result[] =>
  all.filter((one) => one.level === 'MUST' && isApplicable(one));

const NO_VERDICT = 'The target could not be judged: no requirement reached a verdict.';

/** Of a shard, which may hold nothing but requirements that do not apply. */
export const noVerdicts = (all: readonly Result[]): string | undefined =>
  all.some(isConclusive) || !all.some(isApplicable) ? undefined : NO_VERDICT;

/** The part of the applicable MUST requirements that must reach a verdict before a target can conform. */
const ENOUGH = 0.8;

/** Why a run has too few verdicts for a target to conform; undefined where it has enough. */
export function tooFewVerdicts(all: readonly Result[]): string | undefined {
  if (!all.some(isConclusive)) return NO_VERDICT;
  const musts = applicableMusts(all);
  const reached = musts.filter(isConclusive).length;
  if (reached < musts.length * ENOUGH) {
    const counts = `${reached} of ${plural(musts.length, 'applicable MUST requirement')}`;
    return `The target could not be judged: ${counts} reached a verdict, ${ENOUGH * 100} % are needed.`;
  }
  const open = openOperations(musts, lackedBy(all)).filter(isOfSelected(all));
  if (open.length === 0) return undefined;
  return `The target could not be judged: no MUST requirement on ${someOf(open, 4)} reached a verdict.`;
}

/** Operations that mode and target allow to be judged, but on which no MUST requirement reached a verdict. */
function openOperations(musts: readonly Result[], lacked: ReadonlySet<string>): readonly string[] {
  const judged = new Set(musts.filter(isConclusive).flatMap(({ operations }) => operations));
  const all = new Set(musts.flatMap(({ operations }) => operations));
  return [...all].filter((operation) => !judged.has(operation) && !lacked.has(operation)).sort();
}

/**
 * Whether an operation is of a collection of which requirements were selected, where they are of any: those of one ask for
 * others, too.
 */
function isOfSelected(all: readonly Result[]): (operation: string) => boolean {
  const asked = new Set(all.flatMap(({ operations }) => operations.map(collectionOf)));
  const selected = new Set(all.map(({ id }) => collectionOf(id)).filter((one) => asked.has(one)));
  return (operation) => selected.size === 0 || selected.has(collectionOf(operation));
}

const collectionOf = (id: string): string => id.slice(0, id.indexOf('.'));

/** A requirement that is not applicable names what the target lacks, such as an operation. */
const lackedBy = (all: readonly Result[]): ReadonlySet<string> =>
  new Set(all.flatMap(({ verdict }) => verdict.capability ?? []));

/** With a smaller part of them judged, failures may be those of a stub, and not of this interface. */
const NEARLY_NOTHING = 0.25;

/**
 * Why a run has so few verdicts that its failures say nothing of the target; undefined where it has enough. What a
 * failure explains counts as judged, what only lacked records as open, and what was not tried not at all.
 */
export function nearlyNoVerdicts(all: readonly Result[]): string | undefined {
  const tried = all.filter((one) => one.level === 'MUST' && (isAccounted(one) || isOpen(one)));
  if (tried.filter(isAccounted).length >= tried.length * NEARLY_NOTHING) return undefined;
  const counts = `${tried.filter(isConclusive).length} of ${plural(tried.length, 'MUST requirement')}`;
  return `The target could not be judged: only ${counts} reached a verdict.`;
}

const isAccounted = (one: Result): boolean => isConclusive(one) || causeOf(one) !== undefined;

const isOpen = ({ verdict }: Result): boolean => verdict.outcome === 'cantTell' || verdict.capability === 'world';
