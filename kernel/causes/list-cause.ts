import { byDirectness, type DeviationSubject, parametersOf, type Shown } from './evidence.js';

/** Kinds of deviation of a list, each of which may bring about those after it. */
const order = ['framing', 'media-type', 'status', 'shape', 'selection', 'order', 'value', 'total'];

const isWithin = (some: readonly string[], all: readonly string[]): boolean => some.every((one) => all.includes(one));

/** Whether a wrong list explains another one: it deviates by no other parameters, and in a way that has the other follow. */
function explains(one: Shown, other: Shown): boolean {
  const [mine, others] = [parametersOf(one), parametersOf(other)];
  if (!mine || !others || one.evidence.about?.operation !== other.evidence.about?.operation) return false;
  if (isHeldBy(one, other)) return true;
  if (mine.length === 0) return isSameWay(one, other);
  return (isWithin(mine, others) || isAskedWithin(one, other)) && isFollowedBy(one, other);
}

const isFollowedBy = ({ evidence: one }: Shown, { evidence: other }: Shown): boolean =>
  order.indexOf(one.kind) <= order.indexOf(other.kind);

/** Whether a list was asked with some parameters, and another one with these too, whatever held records in view there. */
function isAskedWithin({ evidence: { about: one = {} } }: Shown, { evidence: { about: other = {} } }: Shown): boolean {
  const { parameters = [] } = one;
  return (
    parameters.length > 0 && isWithin(parameters, other.parameters ?? []) && isWithin(queryOf(one), queryOf(other))
  );
}

/**
 * Whether a list is wrong by the parameter that its requirement is about, and another one in the same way where that only
 * holds records in view; one that is wrong by the parameter of its own requirement has a cause of its own, unless it is
 * a comparison that does not show which of two lists is wrong.
 */
function isHeldBy({ requirement: { clause }, ...one }: Shown, other: Shown): boolean {
  const [mine, others] = [one.evidence, other.evidence];
  const [side, otherSide] = [mine.about?.side, others.about?.side];
  const isAlike = mine.kind === others.kind && side !== undefined && [side, undefined].includes(otherSide);
  const isOwn = otherSide !== undefined && others.about?.parameters?.includes(other.requirement.clause) === true;
  return isAlike && !isOwn && [mine, others].every(({ about }) => queryOf(about).includes(clause));
}

const queryOf = ({ parameters = [], grounds = [] }: DeviationSubject = {}): readonly string[] => [
  ...parameters,
  ...grounds,
];

/**
 * A list that is wrong by no parameter at all explains what is wrong alike, both lacking records or both having too many,
 * and where it does so itself, comparisons that do not show which of two lists is wrong.
 */
function isSameWay(one: Shown, other: Shown): boolean {
  if (one.evidence.kind !== other.evidence.kind) return false;
  const [side, others] = [one, other].map(({ evidence }) => evidence.about?.side);
  if (side === undefined) return parametersOf(other)?.length === 0;
  return others === undefined || side === others;
}

/** The failure that explains that of a list, among these: the one that deviates by the fewest parameters. */
export const listCause = (one: Shown, failures: readonly Shown[]): Shown | undefined =>
  failures.filter((other) => other !== one && explains(other, one) && isBefore(other, one)).toSorted(byFewest)[0];

const sizeOf = (one: Shown): number => parametersOf(one)?.length ?? 0;

/** Comparisons that do not show which of two lists is wrong come last. */
const byFewest = (one: Shown, other: Shown): number =>
  sizeOf(one) - sizeOf(other) || withoutSide(one) - withoutSide(other) || byDirectness(one, other);

const withoutSide = ({ evidence: { about } }: Shown): number => (about?.side === undefined ? 1 : 0);

/** Of two that explain each other, the more direct one comes first. */
function isBefore(one: Shown, other: Shown): boolean {
  if (!explains(other, one)) return true;
  const difference = byFewest(one, other);
  return difference < 0 || (difference === 0 && one.requirement.id < other.requirement.id);
}
