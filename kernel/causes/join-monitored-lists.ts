import { type Group, parametersOf, type Shown } from './evidence.js';

/** How a list contradicts itself when it is wrong in any way. */
const CONTRADICTIONS: readonly string[] = ['selection', 'total'];

/**
 * Joins what only monitors noticed of lists, such as a page with fewer records than its total says, to a failure of a
 * list: of the same one, else of any. A list that is wrong soon contradicts itself, in whatever else is asked of it.
 */
export function joinMonitoredLists(groups: readonly Group[]): readonly Group[] {
  const causes = groups.filter((group) => isOfList(group.head) && !isMonitored(group));
  const joined = groups.filter((group) => isMonitored(group) && isContradiction(group.head));
  const [first] = causes;
  if (!first) return groups;
  const causeOf = ({ head }: Group): Group =>
    causes.find((cause) => cause.head.evidence.about?.operation === head.evidence.about?.operation) ?? first;
  return groups
    .filter((group) => !joined.includes(group))
    .map((cause) =>
      withMembers(
        cause,
        joined.filter((group) => causeOf(group) === cause),
      ),
    );
}

const withMembers = (cause: Group, others: readonly Group[]): Group => ({
  ...cause,
  members: [...cause.members, ...others.flatMap(({ members }) => members)],
});

const isMonitored = ({ head }: Group): boolean => head.requirement.monitors === true;

const isOfList = (one: Shown): boolean => parametersOf(one) !== undefined;

const isContradiction = (one: Shown): boolean => isOfList(one) && CONTRADICTIONS.includes(one.evidence.kind);
