import { isDeepStrictEqual } from 'node:util';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { isSameText } from '../../adapter/notation/text-form.js';
import { agrees, isEmpty } from '../../adapter/reading/agreement.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { findField, isInRecord } from '../../adapter/reading/shape-discovery.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isJsonObject, type JsonValue, valueAt } from '../../wire/json.js';
import { toFieldSubject } from './alteration.js';
import { renderBoth } from './render-values.js';

/** What a shown record is read by. */
export type View = Pick<Calendar, 'lens' | 'profile'>;

/** One place that shows a record: the answer to a write, an item, a list. */
export interface Appearance {
  /** For the report: `the list`. */
  readonly where: string;
  readonly shown: Shown;
  readonly exchange: Exchange;
  /** What explains that it shows the record otherwise than another place. */
  readonly mistake?: string;
}

/** The fields of a collection that the target shows somewhere, its slug among them. */
export const shownFields = ({ lens }: Pick<View, 'lens'>, collection: Collection): readonly string[] =>
  [...new Set([...Object.keys(resourceOf(collection).fields), 'slug'])].filter(
    (field) => lens.fact(collection, field) !== undefined,
  );

/** Whether a field is to be seen where a record is shown: elsewhere than by its id, less of it may be. */
export const isShownBy = (calendar: View, shown: Shown, field: string): boolean =>
  calendar.lens.fact(shown.collection, field) !== undefined && !isLeftOut(calendar, shown, field);

/**
 * Whether an answer leaves a field out that items by id show: lists, answers to writes and items by slug may. Where
 * answers to writes show what was sent alone, each shows other fields.
 */
export function isLeftOut({ lens, profile }: View, { collection, json, by, isListed }: Shown, field: string): boolean {
  const fact = lens.fact(collection, field);
  if (fact === undefined) return false;
  const isTerse = by !== undefined && (profile.shapes[collection]?.terse?.includes(by) ?? false);
  return isTerse ? !isInRecord(json, field, fact.path) : isListed === true && fact.isUnlisted === true;
}

/** A field in one place, also where that place writes it otherwise than most: bare, or wrapped. */
export function fieldIn({ lens }: Pick<View, 'lens'>, shown: Shown, field: string): JsonValue | undefined {
  const usual = lens.field(shown, field);
  const path = usual === undefined || isJsonObject(usual) ? findField(shown.json, field) : undefined;
  return path ? valueAt(shown.json, path) : usual;
}

/** A field of an event that was found: where this target shows it, else under its documented name. */
export function fieldOfFound(
  { lens }: Pick<View, 'lens'>,
  { json }: Pick<Shown, 'json'>,
  field: string,
): JsonValue | undefined {
  const fact = lens.fact('events', field);
  const learned = fact && valueAt(json, fact.path);
  const path = learned === undefined ? findField(json, field) : fact?.path;
  return path && valueAt(json, path);
}

/** Whether a place shows any field of the record; some show an id alone, or nothing. */
export const showsFields = (calendar: View, shown: Shown): boolean =>
  shownFields(calendar, shown.collection).some((field) => !isEmpty(fieldIn(calendar, shown, field)));

/** A field of a collection, as it is shown twice. */
interface Twice {
  readonly collection: Collection;
  readonly field: string;
  readonly one: JsonValue | undefined;
  readonly other: JsonValue | undefined;
}

/** Whether a field says the same in two places, be it left out when empty, wrapped, or an id in place of a record. */
export function isAlike({ lens }: Pick<View, 'lens'>, { collection, field, one, other }: Twice): boolean {
  const fact = lens.fact(collection, field);
  if (one === undefined || other === undefined || isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
  if (!fact || isDeepStrictEqual(one, other)) return isDeepStrictEqual(one, other);
  if (typeof one === 'string' && typeof other === 'string' && isSameSomehow(one, other)) return true;
  const pair = { collection, field, fact };
  return agrees({ ...pair, sent: one, shown: other }) || agrees({ ...pair, sent: other, shown: one });
}

/** Whether two texts are one, escaped or put into elements here and not there. */
const isSameSomehow = (one: string, other: string): boolean =>
  isSameText('markup', one, other) || isSameText('markup', other, one);

/** Expects all documented fields, or the ones named, to be alike in two places. @throws Inconclusive when one shows none. */
export function expectAlike(
  calendar: Calendar,
  first: Appearance,
  second: Appearance,
  fields?: readonly string[],
): void {
  const { collection } = first.shown;
  const bare = [first, second].find(({ shown }) => !showsFields(calendar, shown));
  if (bare) throw new DoesNotApply(`${bare.where} shows no fields of ${collection}`);
  const isInBoth = (field: string): boolean => [first, second].every(({ shown }) => isShownBy(calendar, shown, field));
  const compared = (fields ?? shownFields(calendar, collection)).filter(isInBoth);
  if (compared.length === 0) throw new DoesNotApply(`${first.where} and ${second.where} have no field in common`);
  for (const field of compared) {
    const [one, other] = [first, second].map(({ shown }) => fieldIn(calendar, shown, field));
    const [expected, observed] = renderBoth(one, other);
    expectThat(isAlike(calendar, { collection, field, one, other }), {
      kind: 'value',
      expected: `${field} ${expected} in ${second.where}, as in ${first.where}`,
      observed,
      exchange: second.exchange,
      about: toFieldSubject({ collection, field, sent: one, shown: other, mistake: second.mistake }),
    });
  }
}

/** Expects fields to be alike in all places that show any. @throws Inconclusive where fewer than two places do. */
export function expectAllAlike(calendar: Calendar, places: readonly Appearance[], fields?: readonly string[]): void {
  const isComparable = ({ shown }: Appearance): boolean =>
    showsFields(calendar, shown) && (fields?.some((field) => isShownBy(calendar, shown, field)) ?? true);
  const [first, ...others] = places.filter(isComparable);
  if (!first || others.length === 0) throw new DoesNotApply('fewer than two responses show any field of the record');
  for (const other of others) expectAlike(calendar, first, other, fields);
}
