import { type Group, parametersOf, type Shown } from './evidence.js';

/** How a list contradicts itself when it is wrong in any way. */
const CONTRADICTIONS: readonly string[] = ['selection', 'total'];

/** How answers contradict each other, or themselves, when what they show of a record is wrong. */
const DISAGREEMENTS: readonly string[] = ['value', 'header'];

/** How a record is wrong whatever a requirement asks. */
const WRONG: readonly string[] = ['status', 'state', 'value'];

/**
 * Joins what only monitors noticed to a failure that a requirement asked for. A list that is wrong soon contradicts
 * itself, in whatever else is asked of it: a page with fewer records than its total says is joined to a failure of the
 * same list, else of any. A record that is wrong after a write is soon shown in two ways: that is joined to a failure
 * after a write to the same kind of record.
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

const isMonitored = ({ head }: Group): boolean => head.requirement.monitors === true;

function causeOf({ head }: Group, asked: readonly Group[]): Group | undefined {
  if (isContradiction(head)) {
    const lists = asked.filter((group) => isOfList(group.head));
    return lists.find((group) => operationOf(group.head) === operationOf(head)) ?? lists[0];
  }
  const isAlike = (one: Shown): boolean => isWrongWrite(one) && collectionOf(one) === collectionOf(head);
  return isDisagreement(head) ? asked.find(({ members }) => members.some(isAlike)) : undefined;
}

const operationOf = ({ evidence }: Shown): string | undefined => evidence.about?.operation;

const collectionOf = (one: Shown): string | undefined => operationOf(one)?.split('.')[0];

const isOfList = (one: Shown): boolean => parametersOf(one) !== undefined;

const isContradiction = (one: Shown): boolean => isOfList(one) && CONTRADICTIONS.includes(one.evidence.kind);

const isDisagreement = ({ evidence }: Shown): boolean => DISAGREEMENTS.includes(evidence.kind);

const isWrongWrite = ({ evidence: { kind, about } }: Shown): boolean =>
  WRONG.includes(kind) && about?.write !== undefined && about.wanted === undefined;
