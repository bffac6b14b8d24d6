import fc, { type Arbitrary } from 'fast-check';
import { type Collection, type Resource, resources } from '../contract/resources.js';
import { drawnOf } from './droppable.js';
import { fieldValue } from './field-value.js';
import { schedule } from './schedule-times.js';
import type { Surroundings } from './surroundings.js';
import type { Payload, WireValue } from './wire-value.js';

const thirds = {
  events: 'slug',
  venues: 'website',
  organizers: 'website',
  categories: 'slug',
  tags: 'slug',
} as const satisfies Record<Collection, string>;

/**
 * The fields of a record in which generated bodies hold the marker, the label first. There are three, so that two are
 * left when one of them is under attack.
 */
export const carriersOf = (collection: Collection): readonly [string, string, string] => [
  resources[collection].label,
  'description',
  thirds[collection],
];

/** Fields that state the same thing: sent together they could contradict each other. */
const rivals = [
  ['date', 'date_utc'],
  ['stateprovince', 'state'],
  ['stateprovince', 'province'],
] as const;

/** Whether a field is a rival of one of the others. */
const isRivalOf = (name: string, others: readonly string[]): boolean =>
  rivals.some(([one, other]) => (name === one && others.includes(other)) || (name === other && others.includes(one)));

const without = (body: Payload, name: string): Payload =>
  Object.fromEntries(Object.entries(body).filter(([field]) => field !== name));

/** The body without what could be read in place of a field. */
export const withoutRivals = (body: Payload, name: string): Payload =>
  Object.fromEntries(Object.entries(body).filter(([field]) => !isRivalOf(field, [name])));

/** Where rivals meet in a body, keeps the first or the second of each pair. */
export const settled = (body: Payload, keepFirst: boolean): Payload =>
  rivals.reduce<Payload>((kept, [first, second]) => {
    if (!(first in kept && second in kept)) return kept;
    return without(kept, keepFirst ? second : first);
  }, body);

/** Which fields a generated body has. Fields that the world offers no value for are left out all the same. */
export interface FieldChoice {
  /** Exactly these, besides those that every body has. */
  readonly only?: readonly string[];
  /** These for certain, others by chance. */
  readonly always?: readonly string[];
  readonly all?: true;
  readonly omit?: readonly string[];
  /** Which kind of text the first field has, see `fieldValue`; of every further field the next one. Or all are rich. */
  readonly kind?: TextKind;
}

/** A kind of text, or for all fields what services lose, as far as a field may hold it. */
export type TextKind = number | 'rich';

const RICH = 1;

interface Fields {
  readonly always: readonly string[];
  readonly optional: readonly string[];
  readonly kind?: TextKind | undefined;
}

/** The kind of text that a field has, where the first field of its collection has this one. */
export const kindIn = ({ fields }: Resource, name: string, first: TextKind | undefined): number | undefined => {
  if (first === 'rich') return RICH;
  return first === undefined ? undefined : first + Object.keys(fields).indexOf(name);
};

const namedBy = ({ always, optional }: Fields): readonly string[] => [...always, ...optional];

/** The start and end of an event when a body may have both: they are drawn together, so that they fit. */
const times = ({ always, optional }: Fields, { span }: Surroundings): Arbitrary<Payload> | undefined => {
  const has = (names: readonly string[]) => ['start_date', 'end_date'].every((name) => names.includes(name));
  if (has(always)) return schedule(span);
  return has([...always, ...optional]) ? fc.oneof(fc.constant({}), schedule(span)) : undefined;
};

/** One body in six leaves out an optional field. */
const ODDS = 5;

function bodyWith(resource: Resource, surroundings: Surroundings, fields: Fields): Arbitrary<Payload> {
  const paired = times(fields, surroundings);
  const names = new Set(namedBy(fields));
  const alone = [...names].filter((name) => !paired || (name !== 'start_date' && name !== 'end_date'));
  const parts = alone.flatMap((name) => {
    const value = fieldValue(resource.collection, name, surroundings, kindIn(resource, name, fields.kind));
    const isKept = fields.always.includes(name);
    return value ? [{ name, value, isKept, odds: isKept ? [] : [ODDS] }] : [];
  });
  const named = drawnOf<WireValue>(parts).map((drawn) =>
    Object.fromEntries(drawn.map(([at, value]) => [parts[at]?.name, value])),
  );
  // The first boolean decides nothing: without it, a seed would draw other values than it always has.
  return fc
    .tuple(named, fc.noShrink(fc.boolean()), paired ?? fc.constant({}), fc.noShrink(fc.boolean()))
    .map(([values, , dates, keepFirst]) => settled({ ...values, ...dates }, keepFirst));
}

function fieldsOf(resource: Resource, base: readonly string[], choice: FieldChoice): Fields {
  const { only, always = only ?? [], all, omit = [], kind } = choice;
  const kept = (names: readonly string[]) => names.filter((name) => !omit.includes(name));
  const names = Object.keys(resource.fields);
  const certain = kept(all ? names : [...base, ...always]);
  return { always: certain, optional: only ? [] : kept(names).filter((name) => !isRivalOf(name, certain)), kind };
}

const requiredOf = (resource: Resource): readonly string[] =>
  Object.keys(resource.fields).filter((name) => resource.fields[name]?.required);

/**
 * A body that a conforming target must accept on create: the required fields, a second field that holds the marker,
 * and any of the others.
 */
export function payload(resource: Resource, surroundings: Surroundings, choice: FieldChoice = {}): Arbitrary<Payload> {
  const [label, ...others] = carriersOf(resource.collection);
  const second = others.find((name) => !choice.omit?.includes(name));
  const base = [label, ...requiredOf(resource), ...(second ? [second] : [])];
  return bodyWith(resource, surroundings, fieldsOf(resource, base, choice));
}

/** The smallest body that a conforming target must accept on create. Only its label holds the marker. */
export const requiredOnly = (resource: Resource, surroundings: Surroundings): Arbitrary<Payload> =>
  bodyWith(resource, surroundings, { always: requiredOf(resource), optional: [] });

/** Whether there is a value for any field of a choice. */
export const isChangeable = (resource: Resource, surroundings: Surroundings, choice: FieldChoice = {}): boolean =>
  namedBy(fieldsOf(resource, [], choice)).some((name) => fieldValue(resource.collection, name, surroundings));

/**
 * A body that a conforming target must accept on update: one field or more, none of them needed. An event's start and
 * end come together unless one is asked for or left out by name.
 * @throws RangeError when the world offers a value for none of the fields: no draw would ever do
 */
export function changes(resource: Resource, surroundings: Surroundings, choice: FieldChoice = {}): Arbitrary<Payload> {
  const fields = fieldsOf(resource, [], choice);
  if (!isChangeable(resource, surroundings, choice))
    throw new RangeError(`no value is known to update ${namedBy(fields).join(' or ')} of ${resource.collection} with`);
  return bodyWith(resource, surroundings, fields).filter((body) => Object.keys(body).length > 0);
}
