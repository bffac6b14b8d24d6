import type { Collection } from '../contract/field.js';
import { eventRelations, resourceOf } from '../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../harness/json.js';
import type { FieldFact } from './profile.js';
import { textForms } from './text.js';

/** Whether a shown value agrees with the one that was sent; each kind of field has its own sense of "the same". */
type Agreement = (sent: JsonValue, shown: JsonValue | undefined, fact: FieldFact) => boolean;

/** What targets show for a value that is not there. */
export const isEmpty = (value: JsonValue | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  value === 0 ||
  value === '0' ||
  (isJsonArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0);

/** The ids in a relation as shown: ids or objects, one or several, as text and in order. */
export function idsIn(value: JsonValue | undefined): readonly string[] {
  if (isEmpty(value)) return [];
  if (isJsonArray(value)) return value.flatMap(idsIn);
  if (isJsonObject(value)) return idsIn(value.id ?? value.ID ?? value.term_id ?? null);
  return [String(value)];
}

const sameSet = (left: readonly string[], right: readonly string[]): boolean => {
  const [first, second] = [new Set(left), new Set(right)];
  return first.size === second.size && [...first].every((id) => second.has(id));
};

const toText = (value: JsonValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** The wall clock of a date-time, to the second: `2030-01-02 03:04:05`. */
export const wallClock = (value: JsonValue | undefined): string => toText(value).replace('T', ' ').slice(0, 19);

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  false: false,
  '0': false,
  no: false,
  '': false,
};
const asBoolean = (value: JsonValue | undefined): boolean | undefined =>
  isEmpty(value) ? false : truths[toText(value).toLowerCase()];

const text: Agreement = (sent, shown, { form }) =>
  isEmpty(sent) ? isEmpty(shown) : typeof shown === 'string' && textForms[form](shown) === toText(sent).trim();
const flag: Agreement = (sent, shown) => asBoolean(sent) === asBoolean(shown);
const time: Agreement = (sent, shown) => wallClock(sent) === wallClock(shown);
const relation: Agreement = (sent, shown) => sameSet(idsIn(sent), idsIn(shown));
const number: Agreement = (sent, shown) => sameSet(idsIn(sent), idsIn(shown));
const digits = (value: JsonValue | undefined): string =>
  (toText(value).match(/\d+(\.\d+)?/g) ?? []).map((figure) => String(Number(figure))).join(' ');
const cost: Agreement = (sent, shown) => digits(sent) === digits(shown) || toText(sent) === toText(shown);
const link: Agreement = (sent, shown, fact) => {
  const bare = (value: string): string => value.replace(/\/$/, '');
  return isEmpty(sent) || bare(textForms[fact.form](toText(shown))) === bare(toText(sent));
};
const image: Agreement = (sent, shown) =>
  isJsonObject(shown) ? [toText(shown.url), toText(shown.id)].includes(toText(sent)) : toText(shown) === toText(sent);

const byName: Readonly<Record<string, Agreement>> = {
  start_date: time,
  end_date: time,
  date: time,
  date_utc: time,
  cost,
  website: link,
  image,
  show_map: flag,
  show_map_link: flag,
  author: number,
  parent: number,
};

function agreementOf(collection: Collection, field: string): Agreement {
  if (collection === 'events' && field in eventRelations) return relation;
  const type = resourceOf(collection).fields[field]?.type;
  return byName[field] ?? (type === 'boolean' ? flag : text);
}

/** A field of a record: what was sent and what is shown. */
export interface FieldPair {
  readonly collection: Collection;
  readonly field: string;
  readonly sent: JsonValue;
  readonly shown: JsonValue | undefined;
  readonly fact: FieldFact;
}

/** Whether what is shown of a field agrees with what was sent, in the form in which this target shows it. */
export const agrees = ({ collection, field, sent, shown, fact }: FieldPair): boolean =>
  agreementOf(collection, field)(sent, shown, fact);
