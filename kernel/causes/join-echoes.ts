import {
  isAcceptedAlike,
  isAsAnother,
  isComparedWithWrong,
  isFoundAlike,
  isFoundAsOther,
  isFoundByName,
  isHeadOfWrong,
  isKeptAlike,
  isOfSameClauses,
  isOfUnreadable,
  isRefusedAlike,
  isSameError,
  isSameMistake,
  isSameRule,
} from './answer-echoes.js';
import type { Follows, Group } from './evidence.js';
import { isListByLost, isListedByAnother, isPagedAlike, isSameCount, isSameParameter } from './list-echoes.js';
import { isAfterSameWrite, isListAfterLike, isListAfterWrites, isListByWrongLink } from './write-echoes.js';

const rules: readonly Follows[] = [
  isSameCount,
  isSameParameter,
  isPagedAlike,
  isSameMistake,
  isHeadOfWrong,
  isOfUnreadable,
  isFoundAlike,
  isFoundAsOther,
  isFoundByName,
  isListByLost,
  isAsAnother,
  isListedByAnother,
  isSameRule,
  isSameError,
  isOfSameClauses,
  isKeptAlike,
  isAcceptedAlike,
  isRefusedAlike,
  isComparedWithWrong,
  isAfterSameWrite,
  isListByWrongLink,
  isListAfterLike,
  isListAfterWrites,
];

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
