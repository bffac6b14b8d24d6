import type { WorldRecord } from '../../adapter/world/world.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery, Ref } from '../../generators/wire-value.js';
import { eventConditions, judgeEvent } from './event-conditions.js';
import type { Condition, Context, Judgement, Pool } from './judgement.js';
import { judgeTerm, judgeVenueOrOrganizer, termConditions, venueAndOrganizerConditions } from './linked-conditions.js';

type Judge = (record: WorldRecord, context: Context) => Judgement;

const judges: Readonly<Record<Collection, Judge>> = {
  events: judgeEvent,
  venues: (record, context) => judgeVenueOrOrganizer(record, context, 'venues'),
  organizers: (record, context) => judgeVenueOrOrganizer(record, context, 'organizers'),
  categories: (record, context) => judgeTerm(record, context, 'categories'),
  tags: (record, context) => judgeTerm(record, context, 'tags'),
};

/** What each list parameter says by itself, where others neither lift it nor hide what it names. */
export const conditions: Readonly<Record<Collection, Readonly<Record<string, Condition>>>> = {
  events: eventConditions,
  ...venueAndOrganizerConditions,
  ...termConditions,
};

/** What a query must give and must not give, of the records of the world; the rest may be either. */
export interface Selection {
  readonly must: readonly Ref[];
  readonly mustNot: readonly Ref[];
}

export interface SelectOptions {
  /** Judges only these; by default all of the collection. */
  readonly among?: (record: WorldRecord) => boolean;
}

interface Judged {
  readonly record: WorldRecord;
  readonly judgement: Judgement;
}

/** Generators ask for the same queries again and again, and what a pool holds never changes. */
const judged = new WeakMap<Pool, Map<string, readonly Judged[]>>();

function judgeRecords(pool: Pool, collection: Collection, query: ListQuery): readonly Judged[] {
  const known = judged.get(pool) ?? new Map<string, readonly Judged[]>();
  judged.set(pool, known);
  const key = `${collection} ${JSON.stringify(query)}`;
  const found =
    known.get(key) ??
    pool.of(collection).map((record) => ({ record, judgement: judges[collection](record, { pool, query }) }));
  known.set(key, found);
  return found;
}

/**
 * The independent model of lists: what a query must give and must not give of the records that are known. Several
 * parameters select what all of them select. What neither the interface nor the readings decide is in neither set.
 */
export function select(
  pool: Pool,
  collection: Collection,
  query: ListQuery,
  { among = () => true }: SelectOptions = {},
): Selection {
  const asked = judgeRecords(pool, collection, query).filter(({ record }) => among(record));
  const those = (wanted: Judgement) =>
    asked.filter(({ judgement }) => judgement === wanted).map(({ record }) => record.ref);
  return { must: those('in'), mustNot: those('out') };
}
