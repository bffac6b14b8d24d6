import { byDirectness, type Group, parametersOf, type Shown } from './evidence.js';

/** As many lists that fail by another parameter each, and all by one, are wrong by that one. */
const ENOUGH = 3;

/** More parameters than the common one and one besides it name no root. */
const MOST = 2;

/** Joins groups of one list of which each fails by a parameter of its own and one that they have in common. */
export function joinByCommonParameter(groups: readonly Group[]): readonly Group[] {
  const parameter = groups.flatMap(keysOf).find((key) => groups.filter(hasKey(key)).length >= ENOUGH);
  if (parameter === undefined) return groups;
  const those = groups.filter(hasKey(parameter));
  const [head] = those.map((group) => group.head).toSorted(byDirectness);
  if (!head) return groups;
  const joined = { head, members: those.flatMap(({ members }) => members) };
  return joinByCommonParameter([joined, ...groups.filter((group) => !those.includes(group))]);
}

const hasKey =
  (key: string) =>
  (group: Group): boolean =>
    keysOf(group).includes(key);

/** The parameters of a list that fails, with what it is a list of and how it fails. */
function keysOf({ head }: Group): readonly string[] {
  const parameters = parametersOf(head) ?? [];
  return parameters.length > MOST ? [] : parameters.map((parameter) => `${describe(head)} ${parameter}`);
}

const describe = ({ evidence }: Shown): string => `${evidence.about?.operation} ${evidence.kind}`;
