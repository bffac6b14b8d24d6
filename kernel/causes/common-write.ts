import { byDirectness, type Group } from './evidence.js';

/** As many fields that are wrong after the same write, each in its own way, are wrong by that write. */
const ENOUGH = 3;

/** Joins groups of which each shows another field that is wrong after the same write. */
export function joinByCommonWrite(groups: readonly Group[]): readonly Group[] {
  const write = groups.flatMap(writesOf).find((key) => groups.filter(isAfter(key)).length >= ENOUGH);
  if (write === undefined) return groups;
  const those = groups.filter(isAfter(write));
  const [head] = those.map((group) => group.head).toSorted(byDirectness);
  if (!head) return groups;
  const joined = { head, members: those.flatMap(({ members }) => members) };
  return joinByCommonWrite([joined, ...groups.filter((group) => !those.includes(group))]);
}

const isAfter =
  (key: string) =>
  (group: Group): boolean =>
    writesOf(group).includes(key);

/** The writes after which a field of a group is wrong. */
const writesOf = ({ members }: Group): readonly string[] =>
  members.flatMap(({ evidence: { kind, about } }) =>
    kind === 'value' && about?.field !== undefined && about.write !== undefined ? [about.write] : [],
  );
