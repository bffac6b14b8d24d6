import {
  collectionOf,
  type Follows,
  isSameOperation,
  lastOf,
  LISTED,
  needsIdentity,
  parametersOf,
  type Shown,
} from './evidence.js';

/**
 * A list cannot select by a field that is not kept: by `venue` where venues get lost, by `starts_after` where `start_date`
 * is wrong.
 */
export function isListByLost(echo: Shown, cause: Shown): boolean {
  const { field } = cause.evidence.about ?? {};
  if (field === undefined || cause.evidence.kind !== 'value' || echo.evidence.kind !== 'selection') return false;
  return collectionOf(echo) === collectionOf(cause) && (parametersOf(echo) ?? []).some((one) => isNamedBy(one, field));
}

/** Whether the name of a parameter begins with the same word as that of a field, in any form: `starts` and `start`. */
function isNamedBy(parameter: string, field: string): boolean {
  const [word = '', stem = ''] = [parameter, field].map((one) => lastOf(one).split('_')[0]);
  return word.startsWith(stem);
}

/**
 * A list that is wrong by a parameter is so for another identity, too, whatever of it shows that. What that one reads page
 * by page, and by nothing else, lacks or holds what any wrong list does.
 */
export function isListedByAnother(echo: Shown, cause: Shown): boolean {
  const isListed = [echo, cause].every(({ evidence }) => LISTED.includes(evidence.kind));
  const parameters = parametersOf(cause) ?? [];
  const isCommon = (parametersOf(echo) ?? []).some((parameter) => parameters.includes(parameter));
  const isOfAnother = needsIdentity(echo) && !needsIdentity(cause);
  const isOfPages = isPaged(echo) && [echo, cause].every(({ evidence }) => evidence.kind === 'selection');
  return isListed && (isCommon || isOfPages) && isOfAnother && isSameOperation(echo, cause);
}

/** What is wrong by the one parameter that two requirements are about, in whatever way each shows it. */
export const isSameParameter: Follows = (one, other) =>
  isSameOperation(one, other) &&
  needsIdentity(one) === needsIdentity(other) &&
  one.requirement.clause === other.requirement.clause &&
  [one, other].every((shown) => parametersOf(shown)?.includes(shown.requirement.clause) === true);

/** A list that counts wrongly does so whatever it was asked with. */
export const isSameCount: Follows = (echo, cause) =>
  echo.evidence.kind === 'total' && cause.evidence.kind === 'total' && isSameOperation(echo, cause);

/** A list that is wrong where it is read page by page is so whatever it was asked with. */
export const isPagedAlike: Follows = (echo, cause) =>
  [echo, cause].every((one) => LISTED.includes(one.evidence.kind) && isPaged(one)) &&
  needsIdentity(echo) === needsIdentity(cause) &&
  isSameOperation(echo, cause);

const isPaged = (one: Shown): boolean =>
  (parametersOf(one) ?? []).some((parameter) => lastOf(parameter) === 'per_page');
