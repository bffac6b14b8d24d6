import { type Collection, eventRelations, resourceOf } from '../../contract/resources.js';
import { isJsonObject, type JsonValue } from '../../wire/json.js';
import { isSameTime, readTime } from '../notation/shown-time.js';
import { idsIn, isBlank, isEmpty, isSameSet, toText } from '../notation/shown-values.js';
import { isSameText } from '../notation/text-form.js';
import type { FieldFact } from '../profile/target-profile.js';
export { idsIn, isEmpty, wallClock } from '../notation/shown-values.js';

const FIGURE = /\d(?:[\d.,]*\d)?/g;

/** A comma or point before one or two last digits separates decimals; any other separates thousands. */
function toNumber(figure: string): number {
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(figure) ?? [];
  return Number(`${whole.replace(/[.,]/g, '')}.${decimals}`);
}

/** The amounts in a text, in any currency and with any separators: `$1,000.50 – 20,5 €` has two. */
export const amountsIn = (text: string): readonly number[] => (text.match(FIGURE) ?? []).map(toNumber);

/** Whether two texts state the same cost; without figures their words count, and a zero may be shown as `Free`. */
export function isSameCost(sent: string, shown: string): boolean {
  const [wanted, found] = [amountsIn(sent), amountsIn(shown)];
  if (found.length === 0 && shown.trim() !== '' && wanted.length > 0) return wanted.every((amount) => amount === 0);
  if (wanted.length === 0) return sent.trim() === shown.trim();
  return wanted.length === found.length && wanted.every((amount, index) => amount === found[index]);
}

/** Whether a shown value agrees with the sent one; each kind of field has its own notion of "the same". */
type Agreement = (sent: JsonValue, shown: JsonValue | undefined, fact: FieldFact, zone?: string) => boolean;

/** A declared string must be shown as a string: as a number the zip code 01234 would lose its zero. */
const text: Agreement = (sent, shown, { form }) =>
  isBlank(sent) ? isBlank(shown) : typeof shown === 'string' && isSameText(form, toText(sent), shown);

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
  off: false,
};
const asBoolean = (value: JsonValue | undefined): boolean | undefined =>
  isEmpty(value) ? false : truths[toText(value).toLowerCase()];

/** The flag that a value stands for, if it stands for one; an absent one is none. */
export const isTruth = (value: JsonValue): boolean | undefined => (value === null ? undefined : asBoolean(value));

const flag: Agreement = (sent, shown) => {
  const wanted = asBoolean(sent);
  return wanted === undefined ? toText(sent) === toText(shown) : wanted === asBoolean(shown);
};

/** A blank time may be filled in by the target with any value. */
const time: Agreement = (sent, shown, _, zone) => {
  if (isBlank(sent)) return true;
  const [wanted, found] = [readTime(sent), readTime(shown)];
  return wanted && found ? isSameTime(wanted, found, zone) : typeof sent === 'string' && sent === shown;
};

const timeInUtc: Agreement = (sent, shown, fact) => time(sent, shown, fact, 'UTC');

const ids: Agreement = (sent, shown) => isSameSet(idsIn(sent), idsIn(shown));

const cost: Agreement = (sent, shown) => isSameCost(toText(sent), toText(amountIn(shown)));

/** Some services show an amount with its currency, or the lowest and the highest amount, which may be equal. */
function amountIn(shown: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(shown)) return shown;
  const { amount, value, min, max } = shown;
  const range = [min, max].filter((bound) => !isBlank(bound)).map(toText);
  return amount ?? value ?? (range.length > 0 ? [...new Set(range)].join(' - ') : undefined);
}

const link: Agreement = (sent, shown, { form }) => {
  const bare = (value: string): string => value.replace(/\/$/, '');
  if (isBlank(sent) || typeof shown !== 'string') return isBlank(sent);
  // Services that escape links write an ampersand as an entity, which shows only in links with one.
  return [form, 'entities' as const].some((one) => isSameText(one, bare(toText(sent)), bare(shown)));
};

const image: Agreement = (sent, shown) =>
  isBlank(sent)
    ? isBlank(shown)
    : (isJsonObject(shown) ? Object.values(shown) : [shown]).some((value) => toText(value) === toText(sent));

const byName: Readonly<Record<string, Agreement>> = {
  start_date: time,
  end_date: time,
  date: time,
  date_utc: timeInUtc,
  cost,
  website: link,
  image,
  show_map: flag,
  show_map_link: flag,
  author: ids,
  parent: ids,
};

function agreementOf(collection: Collection, field: string): Agreement {
  if (collection === 'events' && field in eventRelations) return ids;
  const type = resourceOf(collection).fields[field]?.type;
  return byName[field] ?? (type === 'boolean' ? flag : text);
}

const isTime = (value: JsonValue): boolean => readTime(value) !== undefined;
const areIds = (value: JsonValue): boolean => idsIn(value).every((id) => /^\d+$/.test(id));
const isAmount = (value: JsonValue): boolean => amountIn(value) !== undefined;
const isNoObject = (value: JsonValue): boolean => !isJsonObject(value);

const notations: ReadonlyMap<Agreement, (value: JsonValue) => boolean> = new Map([
  [time, isTime],
  [timeInUtc, isTime],
  [ids, areIds],
  [cost, isAmount],
  [text, isNoObject],
]);

/** Whether a value is in a known notation; others cannot be compared with what was sent. */
export const isReadable = (collection: Collection, field: string, value: JsonValue): boolean =>
  notations.get(agreementOf(collection, field))?.(value) ?? true;

/** A field of a record, as sent and as shown. */
interface FieldPair {
  readonly collection: Collection;
  readonly field: string;
  readonly sent: JsonValue;
  readonly shown: JsonValue | undefined;
  readonly fact: FieldFact;
  /** The zone in which a time was sent, if known. */
  readonly zone?: string | undefined;
}

/** Whether a field as shown agrees with what was sent, in the form in which this target shows it. */
export const agrees = ({ collection, field, sent, shown, fact, zone }: FieldPair): boolean =>
  agreementOf(collection, field)(sent, shown, fact, zone);
