import { alternativesFor, type TargetProfile } from '../../adapter/profile/target-profile.js';
import type { WorldRecord } from '../../adapter/world/world.js';
import type { AlternativeOf, ReadingId } from '../../contract/readings/readings.js';
import type { Collection } from '../../contract/resources.js';
import { isRef, type ListQuery, type QueryValue, type Ref } from '../../generators/wire-value.js';

/** What the model reasons about: records that are known, how the target understands its parameters, and the day. */
export interface Pool {
  readonly profile: Pick<TargetProfile, 'choices' | 'evidence' | 'siteZone'>;
  /** `YYYY-MM-DD`, in no certain zone. */
  readonly today: string;
  of(collection: Collection): readonly WorldRecord[];
}

/** What a condition may use besides the record and its own value. */
export interface Context {
  readonly pool: Pool;
  readonly query: ListQuery;
}

/** Judges one record by the value of one parameter. */
export type Condition = (record: WorldRecord, value: QueryValue, context: Context) => Judgement;

export const sameRef = (one: Ref, other: Ref): boolean => one.ref === other.ref && one.key === other.key;

/** The references in a value of a payload or a query. */
export const refsIn = (value: unknown): readonly Ref[] => {
  if (Array.isArray(value)) return value.filter(isRef);
  return isRef(value) ? [value] : [];
};

type Links = Map<string, readonly Ref[] | undefined>;

/** A record never changes, and generators ask thousands of times what it links to. */
const linksOfRecords = new WeakMap<WorldRecord, Links>();

/** The records that a relation of an event names; undefined where that is not known. */
export function linksOf(record: WorldRecord, relation: string): readonly Ref[] | undefined {
  const links: Links = linksOfRecords.get(record) ?? new Map();
  if (links.size === 0) linksOfRecords.set(record, links);
  if (!links.has(relation)) links.set(relation, readLinks(record, relation));
  return links.get(relation);
}

const readLinks = ({ payload, complete }: WorldRecord, relation: string): readonly Ref[] | undefined =>
  relation in payload || complete ? refsIn(payload[relation]) : undefined;

/** The record of a reference, if the pool has it. */
export const recordOf = (pool: Pool, ref: Ref): WorldRecord | undefined =>
  pool.of(ref.ref).find((record) => sameRef(record.ref, ref));

/** Judges a record by all parameters of a query that are in the table. */
export const judgeAll = (
  conditions: Readonly<Record<string, Condition>>,
  record: WorldRecord,
  context: Context,
): Judgement => {
  const judgements: Judgement[] = [];
  for (const [name, value] of Object.entries(context.query)) {
    const condition = conditions[name];
    if (condition && value !== undefined) judgements.push(condition(record, value, context));
  }
  return every(judgements);
};

/** Whether a list must hold a record, must not, or may: the third where the interface or what is known leave it open. */
export type Judgement = 'in' | 'out' | 'open';

export const decide = (holds: boolean): Judgement => (holds ? 'in' : 'out');

export const negate = (judgement: Judgement): Judgement =>
  judgement === 'open' ? 'open' : decide(judgement === 'out');

/** All conditions together (Kleene's strong conjunction). */
export function every(judgements: readonly Judgement[]): Judgement {
  if (judgements.includes('out')) return 'out';
  return judgements.includes('open') ? 'open' : 'in';
}

/** At least one condition (Kleene's strong disjunction). */
export const some = (judgements: readonly Judgement[]): Judgement => negate(every(judgements.map(negate)));

/** What all agree on; open where they do not. */
export const agreed = ([first = 'open', ...others]: readonly Judgement[]): Judgement =>
  others.every((other) => other === first) ? first : 'open';

/** A judgement that rests on a reading: what every alternative agrees on that the target may be held to. */
export const under = <Id extends ReadingId>(
  { profile }: Pick<Pool, 'profile'>,
  id: Id,
  judge: (alternative: AlternativeOf<Id>) => Judgement,
): Judgement => agreed(alternativesFor(profile, id).map(judge));
