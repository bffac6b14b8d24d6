import { decodeEntities } from '../../adapter/notation/text-form.js';
import type { WorldRecord } from '../../adapter/world/world.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../wire/json.js';
import { type Condition, type Judgement, type Pool, recordOf, refsIn, under } from './judgement.js';
import { isUnprotected } from './status-condition.js';

/** The fields that a search is stated to cover; of organizers and terms nothing is stated but that they are found. */
const stated: Readonly<Record<Collection, readonly string[]>> = {
  events: ['title', 'description'],
  venues: ['venue', 'description'],
  organizers: ['organizer'],
  categories: ['name'],
  tags: ['name'],
};

/** How one text is searched for in others. */
interface Needle {
  readonly text: string;
  readonly match: 'substring' | 'all-words';
  readonly fold: boolean;
}

function isIn({ text, match, fold }: Needle, hay: string): boolean {
  const [needle, within] = fold ? [text.toLowerCase(), hay.toLowerCase()] : [text, hay];
  return match === 'substring' ? within.includes(needle) : needle.split(' ').every((word) => within.includes(word));
}

/** Whether any way of taking the needle apart finds it. */
const mayBeIn = ({ text, match }: Needle, hay: string): boolean =>
  isIn({ text: match === 'substring' ? text : text.replace(/[^\p{L}\p{N}]+/gu, ' '), match, fold: true }, hay);

const textsIn = (value: JsonValue | undefined): readonly string[] => {
  if (isJsonArray(value)) return value.flatMap(textsIn);
  if (isJsonObject(value)) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
};

/**
 * A text as it may be stored: what was sent is known, and what is shown of a record that was found may have been escaped
 * for that, as a whole or in part.
 */
const storedAs = ({ complete }: WorldRecord, text: string): readonly string[] =>
  complete ? [text] : [text, decodeEntities(text)];

/** What a pool holds never changes, and every search goes through all of it. */
const textsOfPools = new WeakMap<Pool, WeakMap<WorldRecord, string>>();

/** All that is known to be written in a record, and the names of what it is linked to: a search may cover more. */
function everywhere(record: WorldRecord, pool: Pool): string {
  const ofPool = textsOfPools.get(pool) ?? new WeakMap<WorldRecord, string>();
  textsOfPools.set(pool, ofPool);
  const text = ofPool.get(record) ?? gather(record, pool);
  ofPool.set(record, text);
  return text;
}

const gather = (record: WorldRecord, pool: Pool): string =>
  [
    ...textsIn(record.body).flatMap((text) => storedAs(record, text)),
    record.slug ?? '',
    ...Object.values(record.payload)
      .flatMap(refsIn)
      .flatMap((ref) => recordOf(pool, ref) ?? [])
      .flatMap((linked) =>
        textsIn(linked.body[resourceOf(linked.ref.ref).label]).flatMap((text) => storedAs(linked, text)),
      ),
  ].join('\n');

function judge(needle: Needle, record: WorldRecord, pool: Pool): Judgement {
  const collection = record.ref.ref;
  const { label } = resourceOf(collection);
  // What is shown of a record that was found may be polished; its name hardly is.
  const fields = record.complete ? stated[collection] : [label];
  const isSurelyIn = (text: string): boolean => storedAs(record, text).every((one) => isIn(needle, one));
  if (fields.some((field) => textsIn(record.body[field]).some(isSurelyIn))) {
    return isUnprotected(record) ? 'in' : 'open';
  }
  const isKnown = record.complete || stated[collection].every((field) => field in record.payload);
  return !isKnown || mayBeIn(needle, everywhere(record, pool)) ? 'open' : 'out';
}

/** `search`: contained in a stated field, must be found; contained nowhere, must not. Further fields are open. */
export const containsText: Condition = (record, value, { pool }) =>
  under(pool, 'list.search.match', (match) =>
    under(pool, 'list.search.case', (letters) =>
      judge({ text: typeof value === 'string' ? value : '', match, fold: letters === 'folded' }, record, pool),
    ),
  );
