import { isDeepStrictEqual } from 'node:util';
import type { Collection } from '../../contract/field.js';
import { Inconclusive } from '../../harness/errors.js';
import { excerpt, expectThat } from '../../harness/expectations.js';
import type { JsonValue } from '../../harness/json.js';
import { agrees, isEmpty } from '../../target/agreement.js';
import type { Calendar } from '../../target/calendar.js';
import { isSameText } from '../../target/text.js';
import { fieldIn, isShownBy, type Appearance, shownFields, showsFields } from '../places.js';

/** A field of a collection, as it is shown twice. */
interface Twice {
  readonly collection: Collection;
  readonly field: string;
  readonly one: JsonValue | undefined;
  readonly other: JsonValue | undefined;
}

/** Whether a field says the same in two places, be it left out when empty, wrapped, or an id in place of a record. */
export function isAlike({ lens }: Calendar, { collection, field, one, other }: Twice): boolean {
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

/** Expects all documented fields, or the ones named, to be alike in two places. @throws CannotTell when one shows none. */
export function expectAlike(
  calendar: Calendar,
  first: Appearance,
  second: Appearance,
  fields?: readonly string[],
): void {
  const { collection } = first.shown;
  const bare = [first, second].find(({ shown }) => !showsFields(calendar, shown));
  if (bare) throw new Inconclusive(`${bare.where} shows no fields of ${collection}`);
  const isInBoth = (field: string): boolean => [first, second].every(({ shown }) => isShownBy(calendar, shown, field));
  const compared = (fields ?? shownFields(calendar, collection)).filter(isInBoth);
  if (compared.length === 0) throw new Inconclusive(`${first.where} and ${second.where} show no field both`);
  for (const field of compared) {
    const [one, other] = [first, second].map(({ shown }) => fieldIn(calendar, shown, field));
    expectThat(isAlike(calendar, { collection, field, one, other }), {
      kind: 'value',
      expected: `${field} ${render(one)} in ${second.where}, as in ${first.where}`,
      observed: render(other),
      exchange: second.exchange,
    });
  }
}

/** Expects fields to be alike in all places that show any. @throws CannotTell where fewer than two places do. */
export function expectAllAlike(calendar: Calendar, places: readonly Appearance[], fields?: readonly string[]): void {
  const isComparable = ({ shown }: Appearance): boolean =>
    showsFields(calendar, shown) && (fields?.some((field) => isShownBy(calendar, shown, field)) ?? true);
  const [first, ...others] = places.filter(isComparable);
  if (!first || others.length === 0) throw new Inconclusive('fewer than two places show any field of it');
  for (const other of others) expectAlike(calendar, first, other, fields);
}

/** A shown value, for the report. */
const render = (value: JsonValue | undefined): string =>
  value === undefined ? 'nothing' : excerpt(JSON.stringify(value));
