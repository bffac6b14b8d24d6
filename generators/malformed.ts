import fc, { type Arbitrary } from 'fast-check';
import type { Resource } from '../contract/field.js';
import { carriersOf } from './carriers.js';
import { payload } from './payload.js';
import type { Surroundings } from './surroundings.js';
import { type Violation, type ViolationKind, violations } from './violations.js';
import type { Payload } from './wire.js';

/** A body with exactly one thing wrong, and its repaired twin, which must be accepted. */
export interface Malformed {
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

/** A body with one thing wrong: sets or leaves out the one field; all others stay as they are. */
export function violate(base: Payload, { field, value }: Violation): Payload {
  const { [field]: _, ...others } = base;
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
    base: safe,
    body: violate(safe, violation),
    field: violation.field,
    kind: violation.kind,
    violation: violation.label,
  }));
}
