import type { FieldType, Resource } from '../contract/field.js';
import type { WireValue } from './wire.js';

/** `missing`: a required field left out. `type`: another JSON type than declared. `date`: no date at all. */
export type ViolationKind = 'missing' | 'type' | 'date';

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

// Not empty: to some languages an empty object is an empty list, or false.
const object: Wrong = { value: { unexpected: 'abc' }, label: 'is an object' };
const listOfObjects: Wrong = { value: [{ unexpected: 'abc' }], label: 'holds an object' };
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

/** Services that read words as names of terms make the terms: nothing would tell them to be ours. */
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
