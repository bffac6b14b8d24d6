import { type Collection, eventRelations, resourceOf } from '../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../wire/json.js';
import { toPointer } from '../notation/json-paths.js';
import { contentOf, findId, isBlank, isEmpty, isKeyed, toText } from '../notation/shown-values.js';
import type { Fact, FieldShown, Normaliser } from '../profile/fact.js';
import { findField } from '../reading/shape-discovery.js';
import {
  excerptOf,
  exchangesOf,
  type FactSources,
  type FieldShowing,
  type Named,
  type Seen,
  showingsOf,
  toFact,
} from './fact-sources.js';

/** Dates and times have no text form. */
const TIMES: readonly string[] = ['start_date', 'end_date', 'date', 'date_utc'];

const isString = (collection: Collection, name: string): boolean => {
  const type = resourceOf(collection).fields[name]?.type;
  return (type === 'string' || type === 'url') && !TIMES.includes(name);
};

/** How a shown value is compared with the one that was sent; unknown if it is not known what was sent. */
function normaliserOf(
  filled: readonly FieldShowing[],
  collection: Collection,
  { name, fact }: Named,
): Normaliser | undefined {
  if (name === 'image' && filled.some(({ value }) => isJsonObject(value))) return 'url-object';
  const known = filled.filter(({ sent }) => sent !== undefined && sent !== null);
  if (known.length === 0) return undefined;
  if (name === 'cost') return known.every(({ sent, value }) => toText(sent) === toText(value)) ? 'identity' : 'display';
  return isString(collection, name) && known.some(({ value }) => typeof value === 'string') ? fact.form : undefined;
}

/** The collection that a relation of events points to. */
const relationNamed = (name: string): Collection | undefined =>
  Object.entries(eventRelations).find(([relation]) => relation === name)?.[1];

/** How related records are represented, and how a single one is. */
function relationOf(collection: Collection, filled: readonly FieldShowing[]): Pick<FieldShown, 'holds' | 'single'> {
  const [one] = filled.flatMap(({ value }) => listIn(value) ?? value ?? []);
  const single = filled.find(({ sent }) => isJsonArray(sent) && sent.length === 1)?.value;
  return {
    ...(one !== undefined && { holds: holdsOf(collection, one) }),
    ...(single !== undefined && { single: listIn(single) ? 'array' : 'scalar' }),
  };
}

/** A value as a list; some lists are written as objects, or stand in one that is no record. */
function listIn(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (isJsonArray(value)) return value;
  if (!isJsonObject(value)) return undefined;
  if (isKeyed(value)) return Object.values(value);
  const content = findId(value) ? undefined : contentOf(value);
  return isJsonArray(content) ? content : undefined;
}

/** A related record contains its name; a reference does not. */
function holdsOf(collection: Collection, one: JsonValue): NonNullable<FieldShown['holds']> {
  if (!isJsonObject(one)) return 'ids';
  return findField(one, resourceOf(collection).label) === undefined ? 'references' : 'records';
}

/** How the documented fields of a collection are shown; fields neither sent nor shown are left out. */
export const fieldsOf = (sources: FactSources, collection: Collection): readonly Fact[] =>
  Object.keys(resourceOf(collection).fields).flatMap((name) => {
    const fact = sources.profile.shapes[collection]?.fields[name];
    return fact ? shownFact(sources, collection, { name, fact }) : unseenFact(sources, collection, name);
  });

/** A field that was sent and never returned: by no create, update, item or list, and in no record of others. */
function unseenFact(sources: FactSources, collection: Collection, name: string): readonly Fact[] {
  const creates = sources.built.filter(({ draft, written, id }) => {
    const isSent = written.body[name] !== undefined && !isBlank(written.body[name]);
    return draft.ref.ref === collection && id !== undefined && isSent;
  });
  const answers = new Set(creates.map(({ written }) => written.exchange));
  const seen = exchangesOf(sources, collection, 'create').filter(({ exchange }) => answers.has(exchange));
  const value: FieldShown | undefined = seen.length === 0 ? undefined : { at: null };
  return toFact(
    `${collection}.fields.${name}`,
    value,
    seen.map((read): Seen => [read, 'sent, not returned']),
  );
}

function shownFact(sources: FactSources, collection: Collection, { name, fact }: Named): readonly Fact[] {
  const all = showingsOf(sources, collection, { name, fact });
  const own = all.filter(({ sent }) => sent !== undefined);
  // If we sent no value, as for an image, records of others show more.
  const shown = own.some(({ value }) => !isEmpty(value)) ? own : all;
  const isFlag = resourceOf(collection).fields[name]?.type === 'boolean';
  const filled = shown.filter(({ value, sent }) => !isEmpty(value) || (isFlag && sent !== null && value === false));
  const types = [...new Set(filled.map(({ value }) => typeOf(value)))].toSorted();
  const unset = shown.filter(
    (one) => isUnset(one) && !(one.sent === undefined && (isFlag || types.includes('boolean'))),
  );
  const empty = [...new Set(unset.map(({ value }) => toEmptyWord(value)))].toSorted();
  const related = collection === 'events' ? relationNamed(name) : undefined;
  const text = normaliserOf(filled, collection, { name, fact });
  const value: FieldShown = {
    at: toPointer(fact.path),
    ...(types.length > 0 && { type: types }),
    ...(TIMES.includes(name) && writtenIn(filled)),
    ...(text && { text }),
    ...(empty.length > 0 && { empty }),
    ...(related && relationOf(related, filled)),
  };
  const conclusive = filled.length > 0 ? filled : shown;
  const seen = conclusive.map(({ exchange, value: one }): Seen => [exchange, excerptOf(one)]);
  return toFact(`${collection}.fields.${name}`, value, seen);
}

/** Whether a field was not sent, as far as is known, and the target filled in nothing. */
const isUnset = ({ sent, value }: FieldShowing): boolean => (sent === null || sent === undefined) && isEmpty(value);

function typeOf(value: JsonValue | undefined): string {
  if (isJsonArray(value)) return 'array';
  if (isJsonObject(value)) return 'object';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function toEmptyWord(value: JsonValue | undefined): string {
  if (value === undefined) return 'absent';
  return value === '' ? "''" : JSON.stringify(value);
}

/** The format of a date or time: its digits as zeros. */
function writtenIn(filled: readonly FieldShowing[]): Pick<FieldShown, 'written'> {
  const [text] = filled.map(({ value }) => value).filter((value) => typeof value === 'string');
  return text === undefined ? {} : { written: text.replace(/\d/g, '0') };
}
