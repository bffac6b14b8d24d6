import { type Group, LISTED, needsIdentity, parametersOf, type Shown } from './evidence.js';
import { isAfterSameWrite, isListAfterLike, isListByWrongLink } from './write-echoes.js';

/** Whether what a failure shows follows from what another one shows. */
type Follows = (echo: Shown, cause: Shown) => boolean;

/** Joins each group of which the head echoes a failure of another group to that group. */
export function joinEchoes(groups: readonly Group[]): readonly Group[] {
  return rules.reduce<readonly Group[]>((joined, rule) => joinBy(rule, joined), groups);
}

function joinBy(follows: Follows, groups: readonly Group[]): readonly Group[] {
  for (const echo of groups) {
    const cause = causeAmong(groups, echo, follows);
    if (!cause) continue;
    const joined = { head: cause.head, members: [...cause.members, ...echo.members] };
    const others = groups.filter((group) => group !== echo).map((group) => (group === cause ? joined : group));
    return joinBy(follows, others);
  }
  return groups;
}

/** Of two groups that echo each other, the first, which is the more direct one, is the cause. */
function causeAmong(groups: readonly Group[], group: Group, follows: Follows): Group | undefined {
  const isCause = (other: Group): boolean => other.members.some((member) => follows(group.head, member));
  const isMutual = (other: Group): boolean => group.members.some((member) => follows(other.head, member));
  return groups.find(
    (other, at) => other !== group && isCause(other) && (!isMutual(other) || at < groups.indexOf(group)),
  );
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
const firstOf = (name: string): string => name.slice(0, name.indexOf('.'));
const collectionOf = ({ evidence }: Shown): string => firstOf(evidence.about?.operation ?? '.');
const addressOf = ({ evidence }: Shown): string => (evidence.about?.operation ?? '').replace(/\.[A-Z]+$/, '');
const methodOf = ({ evidence }: Shown): string => lastOf(evidence.about?.operation ?? '');

/** How a record shows that is found where it should not be. */
const FOUND: readonly string[] = ['status', 'state'];

const isSameOperation: Follows = (one, other) =>
  one.evidence.about?.operation !== undefined && one.evidence.about.operation === other.evidence.about?.operation;

/** HEAD is answered as GET would be, and what GET answers is wrong. */
const isHeadOfWrong: Follows = (echo, cause) =>
  methodOf(echo) === 'HEAD' && methodOf(cause) === 'GET' && addressOf(echo) === addressOf(cause);

/** Several methods find nothing under one form of address, or what is not there under any. */
function isFoundAlike(echo: Shown, cause: Shown): boolean {
  const [one, other] = [echo.evidence, cause.evidence];
  const isPlain = [one, other].every(({ kind, about }) => kind === 'status' && about?.field === undefined);
  if (!isPlain || one.status !== other.status || one.about?.wanted !== other.about?.wanted) return false;
  if (one.about?.wanted === 'absent') return collectionOf(echo) === collectionOf(cause);
  return one.about?.wanted !== undefined && addressOf(echo) === addressOf(cause);
}

/** What is found under an address that is not its own: it is there, and it is another record. */
const isFoundAsOther: Follows = (echo, cause) =>
  [echo, cause].every(({ evidence: { kind } }) => FOUND.includes(kind)) &&
  echo.evidence.kind !== cause.evidence.kind &&
  echo.evidence.status === cause.evidence.status &&
  isSameOperation(echo, cause);

/** Under what they are called, records are not found, or others are. */
const isFoundByName: Follows = (echo, cause) =>
  addressOf(echo).includes('.by-slug.') &&
  addressOf(echo) === addressOf(cause) &&
  needsIdentity(echo) === needsIdentity(cause) &&
  [echo, cause].every(isOfFinding);

const isOfFinding = ({ evidence: { kind, about } }: Shown): boolean =>
  [...FOUND, 'value'].includes(kind) && about?.field === undefined && about?.wanted !== 'refused';

/** What is done to one field is done to another one, too. */
const isSameMistake: Follows = (echo, cause) =>
  [echo, cause].every(({ evidence: { kind, about } }) => kind === 'value' && about?.field !== undefined) &&
  echo.evidence.about?.mistake !== undefined &&
  echo.evidence.about.mistake === cause.evidence.about?.mistake;

/** A list cannot select by a field that is not kept. */
function isListByLost(echo: Shown, cause: Shown): boolean {
  const { field } = cause.evidence.about ?? {};
  if (field === undefined || cause.evidence.kind !== 'value' || echo.evidence.kind !== 'selection') return false;
  const parameters = parametersOf(echo) ?? [];
  return (
    collectionOf(echo) === collectionOf(cause) && parameters.some((parameter) => lastOf(parameter) === lastOf(field))
  );
}

/** What fails for the identity of the run fails for another one, too. What another one may not see or do is no echo. */
const isAsAnother: Follows = (echo, cause) =>
  needsIdentity(echo) && !needsIdentity(cause) && isSameOperation(echo, cause) && isInAnotherWay(echo, cause);

function isInAnotherWay({ evidence: echo }: Shown, { evidence: cause }: Shown): boolean {
  const { wanted, side } = echo.about ?? {};
  if (LISTED.includes(echo.kind)) return echo.kind === cause.kind && side === cause.about?.side;
  const isPermitted = wanted === 'accepted' || wanted === 'absent';
  return isPermitted && FOUND.includes(cause.kind) && echo.status === cause.status;
}

/** A list that is wrong by a parameter is so for another identity, too, whatever of it shows that. */
function isListedByAnother(echo: Shown, cause: Shown): boolean {
  const isListed = [echo, cause].every(({ evidence }) => LISTED.includes(evidence.kind));
  const parameters = parametersOf(cause) ?? [];
  const isCommon = (parametersOf(echo) ?? []).some((parameter) => parameters.includes(parameter));
  return isListed && isCommon && needsIdentity(echo) && !needsIdentity(cause) && isSameOperation(echo, cause);
}

/** One rule of HTTP that an operation breaks: in what it says of its answer, and in whether it answers by that. */
const isSameRule: Follows = (one, other) =>
  [one, other].every(({ evidence: { kind } }) => SAID.includes(kind)) &&
  one.evidence.kind !== other.evidence.kind &&
  one.requirement.clause === other.requirement.clause &&
  isSameOperation(one, other);

/** What a response says of itself. */
const SAID: readonly string[] = ['status', 'header'];

/** A list that counts wrongly does so whatever it was asked with. */
const isSameCount: Follows = (echo, cause) =>
  echo.evidence.kind === 'total' && cause.evidence.kind === 'total' && isSameOperation(echo, cause);

/** A list that is wrong where it is read page by page is so whatever it was asked with. */
const isPagedAlike: Follows = (echo, cause) =>
  [echo, cause].every((one) => LISTED.includes(one.evidence.kind) && isPaged(one)) &&
  needsIdentity(echo) === needsIdentity(cause) &&
  isSameOperation(echo, cause);

const isPaged = (one: Shown): boolean =>
  (parametersOf(one) ?? []).some((parameter) => lastOf(parameter) === 'per_page');

const rules: readonly Follows[] = [
  isSameCount,
  isPagedAlike,
  isSameMistake,
  isHeadOfWrong,
  isFoundAlike,
  isFoundAsOther,
  isFoundByName,
  isListByLost,
  isAsAnother,
  isListedByAnother,
  isSameRule,
  isAfterSameWrite,
  isListByWrongLink,
  isListAfterLike,
];
