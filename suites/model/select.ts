import type { Collection } from '../../contract/field.js';
import type { ListQuery } from '../../generators/wire.js';
import type { WorldRecord } from '../../target/world/world.js';
import type { Selection } from '../expect-selection.js';
import { judgeEvent } from './events.js';
import type { Judgement } from './judgement.js';
import { judgePlace } from './places.js';
import type { Context, Pool } from './pool.js';
import { judgeTerm } from './terms.js';

type Judge = (record: WorldRecord, context: Context) => Judgement;

const judges: Readonly<Record<Collection, Judge>> = {
  events: judgeEvent,
  venues: (record, context) => judgePlace(record, context, 'venues'),
  organizers: (record, context) => judgePlace(record, context, 'organizers'),
  categories: (record, context) => judgeTerm(record, context, 'categories'),
  tags: (record, context) => judgeTerm(record, context, 'tags'),
};

export interface SelectOptions {
  /** Judges only these; by default all of the collection. */
  readonly among?: (record: WorldRecord) => boolean;
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
  const judged = pool
    .of(collection)
    .filter(among)
    .map((record) => ({ ref: record.ref, judgement: judges[collection](record, { pool, query }) }));
  const those = (judgement: Judgement) => judged.filter((one) => one.judgement === judgement).map(({ ref }) => ref);
  return { must: those('in'), mustNot: those('out') };
}
