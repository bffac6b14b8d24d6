import {
  byDirectness,
  type DeviationSubject,
  type Evidence,
  type Explainable,
  type Group,
  isFailure,
  parametersOf,
  type Shown,
} from './evidence.js';
import { joinByCommonRoot } from './join-by-common.js';
import { joinEchoes } from './join-echoes.js';
import { joinMonitored } from './join-monitored.js';
import { listCause } from './list-cause.js';

/**
 * Names the failed requirement that explains each failed and each inconclusive verdict, by id. Failures are joined by
 * what they show: the same field, a list that deviates by the same parameters, the same answer to the same kind of
 * request. Those of several collections are one where they fail by the same rule.
 */
export function findCauses(judged: readonly Explainable[]): ReadonlyMap<string, string> {
  const failures = judged.filter(isFailure).toSorted(byDirectness);
  const groups = joinMonitored(joinEchoes(joinAlike(joinByCommonRoot(toGroups(failures)))));
  const causes = groups.flatMap(({ head, members }) =>
    members.filter((one) => one !== head).map((one) => [one.requirement.id, head.requirement.id] as const),
  );
  const roots = new Map(causes);
  const open = judged.filter((one) => one.outcome === 'cantTell');
  const explained = open.flatMap((one) => {
    const found = obstacleOf(one, failures) ?? brokenNeed(one, judged);
    return found === undefined ? [] : [[one.requirement.id, roots.get(found) ?? found] as const];
  });
  return new Map([...causes, ...explained]);
}

function toGroups(failures: readonly Shown[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const one of failures) {
    const root = rootOf(one, failures);
    const key = ownKey(root, failures);
    const group = groups.get(key) ?? { head: root, members: [] };
    groups.set(key, { ...group, members: [...group.members, one] });
  }
  return [...groups.values()];
}

/** Where a list is wrong because of another one, the last of these; one that a mistake joins to others has its own root. */
function rootOf(one: Shown, failures: readonly Shown[]): Shown {
  const cause = isJoinedByMistake(one, failures) ? undefined : listCause(one, failures);
  return cause ? rootOf(cause, failures) : one;
}

const isJoinedByMistake = ({ evidence: { about } }: Shown, failures: readonly Shown[]): boolean =>
  about?.mistake !== undefined &&
  failures.filter(({ evidence }) => evidence.about?.mistake === about.mistake).length > 1;

/** What failures of the same root have in common. */
function ownKey(one: Shown, failures: readonly Shown[]): string {
  const { kind, about = {}, status } = one.evidence;
  const { field, mistake, operation, wanted } = about;
  const isWrongBesides = failures.some(({ evidence }) => isWrongOtherwise(evidence, about));
  if (mistake !== undefined && !(field !== undefined && isWrongBesides)) return `all ${mistake}`;
  if (field !== undefined) return field;
  if (operation !== undefined && UNREADABLE.includes(kind)) return [operation, kind, status].join(' ');
  const parameters = parametersOf(one);
  if (parameters) return [operation, kind, ...parameters, one.requirement.id].join(' ');
  const what = wanted === 'accepted' || wanted === 'absent' ? wanted : one.requirement.clause;
  return [operation ?? one.requirement.id, kind, status, what].join(' ');
}

/** Answers that cannot be read, or do not come whole: one cause for an operation, whatever it is asked. */
const UNREADABLE: readonly string[] = ['framing', 'media-type'];

/** A field that is also wrong without a mistake, or by another one, explains what the mistake would explain, too. */
const isWrongOtherwise = ({ kind, about }: Evidence, { field, mistake }: DeviationSubject): boolean =>
  kind === 'value' && about?.field === field && about?.mistake !== mistake;

/** Joins groups that fail alike in several collections: the head of one fails by a rule that the other has, too. */
function joinAlike(groups: readonly Group[]): readonly Group[] {
  const joined: Group[] = [];
  for (const group of groups) {
    const at = joined.findIndex((other) => isAlike(group, other) || isAlike(other, group));
    const other = joined[at];
    if (!other) joined.push(group);
    else joined[at] = { ...other, members: [...other.members, ...group.members] };
  }
  return joined;
}

const isAlike = ({ head }: Group, { head: other, members }: Group): boolean =>
  isApart(head, other) &&
  members.some((one) =>
    localKey(head) === localKey(other)
      ? ruleOf(one) === ruleOf(head) || isSameAnswer(one, head) || isSameList(one, head) || isAfterLikeWrite(one, head)
      : ruleOf(one) === ruleOf(head) &&
        (isSameAnswerInFields(one, head) || isSameAnswerByMethods(one, head) || isAfterLikeWrite(one, head)),
  );

/** Whether both follow the same write, each of a kind of record of its own, by whichever address. */
const isAfterLikeWrite = (one: Shown, other: Shown): boolean => writeOf(one) !== '' && writeOf(one) === writeOf(other);

const writeOf = ({ evidence: { about } }: Shown): string => withoutFirst(about?.write ?? '.').replace('by-slug.', '');

/** Whether two are about several collections: those of their operations, or of their requirements. */
const isApart = (one: Shown, other: Shown): boolean =>
  collectionOf(one) !== collectionOf(other) || firstOf(one.requirement.id) !== firstOf(other.requirement.id);

/** Whether a status breaks the same clause, which then is of no collection, or is an error of the server, which breaks any. */
const isSameAnswer = (one: Shown, other: Shown): boolean =>
  one.evidence.kind === 'status' &&
  one.evidence.status === other.evidence.status &&
  (one.requirement.clause === other.requirement.clause ||
    (one.evidence.about?.wanted === 'accepted' && other.evidence.about?.wanted === 'accepted') ||
    (one.evidence.status ?? 0) >= SERVER_ERROR);

/** Whether lists are wrong by parameters of the same names. */
function isSameList(one: Shown, other: Shown): boolean {
  const [mine, others] = [one, other].map((shown) => parametersOf(shown)?.map(withoutFirst).sort().join(' '));
  return Boolean(mine) && mine === others;
}

/** Whether the same operation shows some field otherwise: of each kind of record one with another name, by the same rule. */
const isSameAnswerInFields = (one: Shown, other: Shown): boolean =>
  [one, other].every(({ evidence: { kind, about } }) => kind === 'value' && about?.field !== undefined) &&
  one.evidence.about?.mistake === other.evidence.about?.mistake &&
  withoutFirst(one.evidence.about?.operation ?? '') === withoutFirst(other.evidence.about?.operation ?? '');

/** Whether requests of several methods are answered with the same status, which each should not be. */
const isSameAnswerByMethods = ({ evidence: one }: Shown, { evidence: other }: Shown): boolean =>
  one.kind === 'status' &&
  other.kind === 'status' &&
  one.status === other.status &&
  one.about?.wanted === other.about?.wanted;

const SERVER_ERROR = 500;

const firstOf = (name: string): string => name.split('.')[0] ?? '';
const withoutFirst = (name: string): string => name.slice(name.indexOf('.') + 1);

/** The id of a requirement without its suite and its collection. */
const ruleOf = (one: Shown): string =>
  withoutFirst(one.requirement.id)
    .split('.')
    .filter((part) => part !== collectionOf(one))
    .join('.');

const collectionOf = ({ requirement, evidence }: Shown): string => firstOf(evidence.about?.operation ?? requirement.id);

/** What deviates and how, whatever the collection. */
const localKey = (one: Shown): string => {
  const { kind, about = {}, status } = one.evidence;
  if (about.field !== undefined) return withoutFirst(about.field);
  const parameters = parametersOf(one)?.map(withoutFirst);
  return [kind, withoutFirst(about.operation ?? ''), ...(parameters ? [about.side] : [status])].join(' ');
};

/** The failure that shows the same as what stood in the way of a verdict. */
function obstacleOf(one: Explainable, failures: readonly Shown[]): string | undefined {
  const { evidence } = one;
  if (!evidence) return undefined;
  const key = ownKey({ ...one, evidence }, failures);
  const same = failures.find((other) => ownKey(other, failures) === key);
  return (same ?? listCause({ ...one, evidence }, failures))?.requirement.id;
}

/** The failed requirement that establishes the operation that was missing. */
const brokenNeed = ({ need }: Explainable, judged: readonly Explainable[]): string | undefined =>
  judged.find(
    ({ outcome, requirement }) => outcome === 'failed' && need !== undefined && requirement.establishes === need,
  )?.requirement.id;
