import { collectionOf, type Group, isSameOperation, parametersOf, type Shown } from './evidence.js';

/** How a list contradicts itself when it is wrong in any way. */
const CONTRADICTIONS: readonly string[] = ['selection', 'total'];

/** How a record is wrong whatever a requirement asks. */
const WRONG: readonly string[] = ['state', 'value'];

/**
 * Joins what only monitors noticed to a failure that a requirement asked for. A list that is wrong soon contradicts
 * itself, in whatever else is asked of it: a page with fewer records than its total says is joined to a failure of the
 * same list, else of any. A record that is wrong after an update is soon shown in two ways, or with the ETag of before:
 * that is joined to a failure after an update of the same kind of record. An error of the server is joined to the same
 * one in the answer to the same method, of the same kind of record.
 */
export function joinMonitored(groups: readonly Group[]): readonly Group[] {
  const asked = groups.filter((group) => !isMonitored(group));
  const causes = new Map(groups.filter(isMonitored).map((group) => [group, causeOf(group, asked)]));
  const joinedTo = (cause: Group): readonly Shown[] =>
    groups.filter((group) => causes.get(group) === cause).flatMap(({ members }) => members);
  return groups
    .filter((group) => causes.get(group) === undefined)
    .map((group) => ({ ...group, members: [...group.members, ...joinedTo(group)] }));
}

/** Whether what shows a root most directly was noticed, and not asked for. */
const isMonitored = ({ head }: Group): boolean => head.requirement.monitors === true;

function causeOf({ head, members }: Group, asked: readonly Group[]): Group | undefined {
  if (isContradiction(head)) {
    const lists = asked.filter((group) => isOfList(group.head));
    const isNoticedAlone = members.every(({ requirement }) => requirement.monitors === true);
    return lists.find((group) => isSameOperation(group.head, head)) ?? (isNoticedAlone ? lists[0] : undefined);
  }
  if (isServerError(head)) return asked.find((group) => group.members.some((one) => isSameError(head, one)));
  const isAlike = (one: Shown): boolean => isWrongUpdate(one) && collectionOf(one) === collectionOf(head);
  return isDisagreement(head) ? asked.find(({ members }) => members.some(isAlike)) : undefined;
}

const isOfList = (one: Shown): boolean => parametersOf(one) !== undefined;

const isContradiction = (one: Shown): boolean => isOfList(one) && CONTRADICTIONS.includes(one.evidence.kind);

const isServerError = ({ evidence: { status = 0 } }: Shown): boolean => status >= SERVER_ERROR;

const SERVER_ERROR = 500;

const isSameError = (error: Shown, asked: Shown): boolean =>
  collectionOf(error) === collectionOf(asked) && isSameStatus(error, asked);

const isSameStatus = ({ evidence: one }: Shown, { evidence: other }: Shown): boolean =>
  one.kind === other.kind && one.status === other.status && one.method === other.method;

/** Two values of one record, or one ETag for two of its states. */
const isDisagreement = (one: Shown): boolean =>
  one.evidence.kind === 'value' || (one.evidence.kind === 'header' && isUpdate(one));

const isUpdate = ({ evidence: { about } }: Shown): boolean => about?.write?.includes('.item.') === true;

const isWrongUpdate = (one: Shown): boolean =>
  WRONG.includes(one.evidence.kind) && isUpdate(one) && one.evidence.about?.wanted === undefined;
