import type { Arbitrary } from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { askedWith } from '../../adapter/calendar/locate.js';
import type { CalendarRequirement, Subject } from '../../adapter/subject.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import type { ParameterOf } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import { toQueryPairs } from '../../generators/encode.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { Deviation } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import type { Draw } from '../../kernel/requirement.js';
import { witness } from '../../kernel/tally.js';
import { Inconclusive } from '../../wire/errors.js';
import { LEAVES_OUT, RETURNS } from '../expect/expect-selection.js';
import { isPublic } from '../queries/base-query.js';
import { listRule } from '../queries/list-rule.js';
import { readTwice } from '../queries/read-pages.js';
import { createAsk, type KnownList } from './known-list.js';

/** Whether the whole may hold a record, by which of the parts hold it. */
type Rule = (inWhole: boolean, inParts: readonly boolean[]) => boolean;

/** How a list follows from others, record by record. */
export const rules = {
  within: (inWhole, inParts) => !inWhole || inParts.every(Boolean),
  same: (inWhole, inParts) => inWhole === inParts[0],
  union: (inWhole, inParts) => inWhole === inParts.some(Boolean),
  intersection: (inWhole, inParts) => inWhole === inParts.every(Boolean),
  /** The last part is the whole, and the others are within. */
  lifted: (inWhole, inParts) => inWhole === (inParts.at(-1) ?? false) && (inWhole || !inParts.some(Boolean)),
  partition: (inWhole, inParts) => inParts.filter(Boolean).length === (inWhole ? 1 : 0),
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleName = keyof typeof rules;

/** A list and those that it follows from, all of one collection. */
export interface Equation {
  /** One of these holds for all records; more than one where that is a reading that the target was not seen to follow. */
  readonly rules: readonly RuleName[];
  readonly whole: ListQuery;
  readonly parts: readonly ListQuery[];
  /** The keys of records of which it is open whether they belong together in all of these. */
  readonly open?: readonly string[];
}

/** What a rule says, with the parts put in. */
const ruleTexts: Readonly<Record<RuleName, (parts: string) => string>> = {
  within: (parts) => `nothing that is not in ${parts}`,
  same: (parts) => `what is in ${parts}`,
  union: (parts) => `what is in any of ${parts}`,
  intersection: (parts) => `what is in each of ${parts}`,
  lifted: (parts) => `what is in the last of ${parts}, the others within`,
  partition: (parts) => `what is in just one of ${parts}`,
};

/** The lists of an equation, and the records that it is judged on. */
interface EquationLists {
  readonly whole: KnownList;
  readonly parts: readonly KnownList[];
  readonly records: readonly WorldRecord[];
}

/** The records of which a rule does not hold. */
const breaches = (rule: RuleName, { whole, parts, records }: EquationLists): readonly WorldRecord[] =>
  records.filter(
    ({ ref: { key } }) =>
      !rules[rule](
        whole.keys.has(key),
        parts.map(({ keys }) => keys.has(key)),
      ),
  );

const toText = ({ idOf }: Calendar, query: ListQuery): string =>
  toQueryPairs(query, { id: idOf })
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** Which of the lists hold a record, and which do not. */
function whereabouts(
  calendar: Calendar,
  { ref: { ref, key }, id }: WorldRecord,
  { whole, parts }: EquationLists,
): string {
  const those = (lists: readonly KnownList[]): string =>
    lists.map(({ query }) => toText(calendar, query)).join(' and ') || 'none';
  const lists = [whole, ...parts];
  const holds = ({ keys }: KnownList): boolean => keys.has(key);
  const lacks = (list: KnownList): boolean => !holds(list);
  return `${ref}/${id} is in ${those(lists.filter(holds))}, not in ${those(lists.filter(lacks))}`;
}

function expectHolds(
  calendar: Calendar,
  collection: Collection,
  names: readonly RuleName[],
  answered: EquationLists,
): void {
  const { whole, parts } = answered;
  const broken = names.map((name) => ({ name, records: breaches(name, answered) }));
  const [first] = broken;
  if (!first) throw new RangeError('an equation has a rule');
  const holds = broken.some(({ records }) => records.length === 0);
  const those = parts.map(({ query }) => toText(calendar, query)).join(' and ');
  expectThat(holds, {
    kind: 'selection',
    expected: `the list by ${toText(calendar, whole.query)} to contain ${ruleTexts[first.name](those)}`,
    observed: first.records.map((record) => whereabouts(calendar, record, answered)).join('; '),
    exchange: whole.exchange,
    about: askedWith(
      collection,
      [whole, ...parts].flatMap(({ query }) => Object.keys(query)),
    ),
  });
}

/** Asks for all lists of some equations, each once, and expects the equations to hold for what is known. */
async function expectEquations(
  subject: Subject,
  collection: Collection,
  equations: readonly Equation[],
): Promise<void> {
  const ask = createAsk(subject, collection);
  const known = subject.world.of(collection).filter(isPublic(subject.world));
  for (const { rules: names, whole, parts, open = [] } of equations) {
    const records = known.filter(({ ref: { key } }) => !open.includes(key));
    const answered = { whole: await ask(whole), parts: await Promise.all(parts.map(ask)), records };
    const lists = [answered.whole, ...answered.parts];
    if (answered.parts.some(({ keys }) => keys.size > 0)) witness(RETURNS);
    if (records.some(({ ref: { key } }) => lists.some(({ keys }) => !keys.has(key)))) witness(LEAVES_OUT);
    await unlessMoved(subject, collection, lists, () => expectHolds(subject.calendar, collection, names, answered));
  }
}

/**
 * Others who write to the lists between two requests move what is known from page to page.
 * @throws Inconclusive when a deviation was found and lists read once more hold something else
 */
async function unlessMoved(
  subject: Subject,
  collection: Collection,
  lists: readonly KnownList[],
  judge: () => void,
): Promise<void> {
  try {
    judge();
  } catch (found) {
    const isTurned = lists.some(({ query }) => query.per_page !== undefined);
    if (!isTurned || !(found instanceof Deviation)) throw found;
    const readAgain = () => {
      const ask = createAsk(subject, collection);
      return Promise.all(lists.map(({ query }) => ask(query)));
    };
    const again = await readTwice(subject.calendar, readAgain, lists[0]);
    const isMoved = again.flat().some(({ stand }, at) => stand !== lists[at % lists.length]?.stand);
    throw isMoved ? new Inconclusive('others write to the lists while they are read') : found;
  }
}

/** A relation between lists of one collection. */
interface Relation<C extends Collection> {
  readonly collection: C;
  /** The end of its id: what relates them. */
  readonly name: string;
  /** The parameters that it judges, the first of which stands for all where one clause must be named. */
  readonly parameters: readonly ParameterOf<C>[];
  readonly statement: string;
  readonly cost: number;
  readonly runs?: number;
  readonly equations: (world: World, draw: Draw) => Arbitrary<readonly Equation[]>;
}

/** A relation as a requirement: the lists of a target are compared with one another, on records that are known. */
export const relates = <C extends Collection>({ name, equations, ...stated }: Relation<C>): CalendarRequirement =>
  listRule({
    ...stated,
    rule: `algebra.${name}`,
    given: equations,
    check: (subject, drawn) => expectEquations(subject, stated.collection, drawn),
  });
