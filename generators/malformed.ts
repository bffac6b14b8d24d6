import fc, { type Arbitrary } from 'fast-check';
import type { FieldType, Resource } from '../contract/resources.js';
import { carriersOf, payload, withoutRivals } from './payload.js';
import type { Surroundings } from './surroundings.js';
import { MARK, type Payload, type WireValue } from './wire-value.js';

/** `missing`: a required field left out. `type`: another JSON type than declared. `date`: no date at all. */
type ViolationKind = 'missing' | 'type' | 'date';

/** One thing that can be wrong with one field. `value` is absent where the field is left out. */
export interface Violation {
  readonly kind: ViolationKind;
  readonly field: string;
  readonly label: string;
  readonly value?: WireValue;
}

interface Wrong {
  readonly value: WireValue;
  readonly label: string;
}

/** What stands for no value in a body: an error that has it repeats what was sent. */
export const UNEXPECTED = 'unexpected';

// Some services make a term or a record of a text in a relation: the marker shows that it is ours. Not empty: to some languages an empty object is an empty list, or false.
const object: Wrong = { value: { [UNEXPECTED]: `abc ${MARK}` }, label: 'is an object' };
const listOfObjects: Wrong = { value: [{ [UNEXPECTED]: `abc ${MARK}` }], label: 'holds an object' };
const words: Wrong = { value: 'abc', label: 'is not a number' };
const listOfWords: Wrong = { value: ['abc'], label: 'holds a word' };

/**
 * Values that no coercion explains. Not among them: numbers and flags for strings, numeric strings for integers, text
 * for flags, single items for lists. What is declared untyped takes any type.
 */
const wrongs: Readonly<Record<FieldType, readonly Wrong[]>> = {
  string: [object],
  integer: [words, object],
  boolean: [object],
  integers: [listOfWords, object, listOfObjects],
  url: [],
  untyped: [],
};

/** Services that read words as names of terms make the terms: nothing would show them to be ours. */
const createsTerms = ({ value }: Wrong, field: string): boolean =>
  value === listOfWords.value && (field === 'categories' || field === 'tags');

const DATES = ['start_date', 'end_date'];

function violationsOf(resource: Resource, field: string): readonly Violation[] {
  const { type, required } = resource.fields[field] ?? { type: 'untyped' };
  const missing: readonly Violation[] = required ? [{ kind: 'missing', field, label: `${field} is missing` }] : [];
  const date: readonly Violation[] = DATES.includes(field)
    ? [{ kind: 'date', field, label: `${field} is not a date`, value: 'not a date' }]
    : [];
  const types = wrongs[type].filter((wrong) => !createsTerms(wrong, field));
  return [
    ...missing,
    ...types.map(({ value, label }) => ({ kind: 'type', field, label: `${field} ${label}`, value }) as const),
    ...date,
  ];
}

/** Everything that a create of the resource must be refused for, field by field. */
export const violations = (resource: Resource): readonly Violation[] =>
  Object.keys(resource.fields).flatMap((field) => violationsOf(resource, field));

/** A body with exactly one thing wrong, and its repaired twin, which must be accepted. */
interface Malformed {
  readonly base: Payload;
  readonly body: Payload;
  readonly field: string;
  readonly kind: ViolationKind;
  /** The one thing that is wrong, such as `author is not a number`. */
  readonly violation: string;
}

/** Narrows what may be wrong: an update that leaves out a required field, for one, is fine. */
export interface ViolationChoice {
  readonly kinds?: readonly ViolationKind[];
  readonly fields?: readonly string[];
}

/** A body with one thing wrong: sets or leaves out the one field; nothing else could be read in place of it. */
export function violate(base: Payload, { field, value }: Violation): Payload {
  const { [field]: _, ...others } = withoutRivals(base, field);
  return value === undefined ? others : { ...others, [field]: value };
}

/**
 * Bodies that a conforming target must refuse: a safe one with exactly one violation, whatever it shrinks to. The
 * marker is in at least two fields other than the wrong one. @throws when the choice leaves no violation.
 */
export function malformed(
  resource: Resource,
  surroundings: Surroundings,
  { kinds, fields }: ViolationChoice = {},
): Arbitrary<Malformed> {
  const chosen = violations(resource).filter(
    ({ kind, field }) => (!kinds || kinds.includes(kind)) && (!fields || fields.includes(field)),
  );
  if (chosen.length === 0) throw new Error(`nothing can be wrong with ${resource.collection} that way`);
  const base = payload(resource, surroundings, { always: carriersOf(resource.collection) });
  return fc.tuple(fc.constantFrom(...chosen), base).map(([violation, safe]) => ({
    base: withoutRivals(safe, violation.field),
    body: violate(safe, violation),
    field: violation.field,
    kind: violation.kind,
    violation: violation.label,
  }));
}
