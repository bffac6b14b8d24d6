import type { Collection } from '../../contract/field.js';
import { toQueryPairs } from '../../generators/encode.js';
import type { ListQuery } from '../../generators/wire.js';
import { expectThat } from '../../harness/expectations.js';
import { witness } from '../../harness/tally.js';
import type { Calendar } from '../../target/calendar.js';
import type { Subject } from '../../target/subject.js';
import type { WorldRecord } from '../../target/world/world.js';
import { LEAVES_OUT, RETURNS } from '../expect-selection.js';
import { type Equation, type RuleName, rules, ruleTexts } from './equation.js';
import { createAsk, type KnownList } from './known-list.js';
import { isPublic } from './public-records.js';

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

function expectHolds(calendar: Calendar, names: readonly RuleName[], answered: EquationLists): void {
  const { whole, parts } = answered;
  const broken = names.map((name) => ({ name, records: breaches(name, answered) }));
  const [first] = broken;
  if (!first) throw new RangeError('an equation has a rule');
  const holds = broken.some(({ records }) => records.length === 0);
  const those = parts.map(({ query }) => toText(calendar, query)).join(' and ');
  expectThat(holds, {
    kind: 'selection',
    expected: `the list by ${toText(calendar, whole.query)} to hold ${ruleTexts[first.name](those)}`,
    observed: first.records.map((record) => whereabouts(calendar, record, answered)).join('; '),
    exchange: whole.exchange,
  });
}

/** Asks for all lists of some equations, each once, and expects the equations to hold for what is known. */
export async function expectEquations(
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
    expectHolds(subject.calendar, names, answered);
  }
}
