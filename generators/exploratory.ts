import fc, { type Arbitrary } from 'fast-check';
import type { Resource } from '../contract/field.js';
import { carriersOf } from './carriers.js';
import { type Oddity, odditiesOf } from './oddities.js';
import { payload } from './payload.js';
import type { Surroundings } from './surroundings.js';
import type { Payload } from './wire.js';

/** A body with one odd field. */
export interface Exploratory {
  readonly body: Payload;
  readonly field: string;
  /** What is odd about which field, such as `title holds CJK text`. */
  readonly label: string;
}

export interface OddFields {
  readonly fields?: readonly string[];
}

/**
 * Bodies that a conforming target may accept or refuse, as long as it does not contradict itself: a safe one with one
 * odd field. The marker is in at least two other fields. @throws when the resource has none of the fields.
 */
export function exploratory(
  resource: Resource,
  surroundings: Surroundings,
  { fields = Object.keys(resource.fields) }: OddFields = {},
): Arbitrary<Exploratory> {
  const cases = Object.entries(resource.fields)
    .filter(([name]) => fields.includes(name))
    .flatMap(([name, field]) => odditiesOf(name, field).map((oddity) => ({ name, oddity })));
  if (cases.length === 0) throw new Error(`${resource.collection} have none of the fields ${fields.join(', ')}`);
  const base = payload(resource, surroundings, { only: carriersOf(resource.collection) });
  const toExploratory = ({ name, oddity }: { readonly name: string; readonly oddity: Oddity }) =>
    fc
      .tuple(base, oddity.value)
      .map(([safe, value]) => ({ body: { ...safe, [name]: value }, field: name, label: `${name} ${oddity.label}` }));
  return fc.oneof(...cases.map(toExploratory));
}
