import { byDirectness, type Group, parametersOf } from './evidence.js';

/** As many failures that each show something of their own, and all one thing, are by that one. */
const ENOUGH = 3;

type KeysOf = (group: Group) => readonly string[];

/** Joins groups of which each fails in a way of its own and all in one that they have in common. */
function joinByCommon(keysOf: KeysOf, groups: readonly Group[]): readonly Group[] {
  const having = (key: string): readonly Group[] => groups.filter((group) => keysOf(group).includes(key));
  const those =
    groups
      .flatMap(keysOf)
      .map(having)
      .find(({ length }) => length >= ENOUGH) ?? [];
  const [head] = those.map((group) => group.head).toSorted(byDirectness);
  if (!head) return groups;
  const joined = { head, members: those.flatMap(({ members }) => members) };
  return joinByCommon(keysOf, [joined, ...groups.filter((group) => !those.includes(group))]);
}

/** More parameters than the common one and one besides it name no root. */
const MOST = 2;

/** The parameters of a list that fails, with what it is a list of and how it fails. */
function parameterKeys({ head }: Group): readonly string[] {
  const { kind, about } = head.evidence;
  const parameters = parametersOf(head) ?? [];
  return parameters.length > MOST ? [] : parameters.map((parameter) => `${about?.operation} ${kind} ${parameter}`);
}

/** The updates that leave a field wrong where nothing else is known to explain it. */
const updateKeys: KeysOf = ({ members }) =>
  members.flatMap(({ evidence: { kind, about } }) =>
    kind === 'value' && about?.field !== undefined && about.mistake === undefined && about.write?.includes('.item.')
      ? [about.write]
      : [],
  );

/** Joins lists that fail by a parameter each and by one that they have in common, and fields that one update leaves wrong. */
export const joinByCommonRoot = (groups: readonly Group[]): readonly Group[] =>
  joinByCommon(updateKeys, joinByCommon(parameterKeys, groups));
