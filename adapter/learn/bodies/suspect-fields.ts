import { type Collection, resourceOf } from '../../../contract/resources.js';
import { BODY_REFUSALS, isGranted, statusOf } from '../../../wire/status.js';
import { kindOfField, type SentField } from '../../profile/request-body-forms.js';
import type { Built } from '../../world/build-world.js';

/** A record that was refused, and the fields that may be the reason. */
export interface Suspected {
  readonly one: Built;
  readonly fields: readonly SentField[];
}

/** Besides refusals for a body, a server may fail on a value. */
const REFUSED: readonly number[] = [...BODY_REFUSALS, 413, 500];

/** The same where another record of the kind was granted: firewalls and validators use these. */
const REFUSED_SOME: readonly number[] = [403, 406, 409];

const collectionOf = ({ draft }: Built): Collection => draft.ref.ref;

/** The records that were refused for what they were sent with. */
export function refusedIn(built: readonly Built[]): readonly Built[] {
  const granted = new Set(built.filter(({ written }) => isGranted(written.exchange)).map(collectionOf));
  return built.filter((one) => {
    const status = statusOf(one.written.exchange);
    return REFUSED.includes(status) || (REFUSED_SOME.includes(status) && granted.has(collectionOf(one)));
  });
}

/** Whether a body needs a field: if it is required, or the description that carries the marker. */
export const isEssential = (collection: Collection, name: string): boolean =>
  resourceOf(collection).fields[name]?.required === true || name === 'description';

/** What a target treats alike: all values of a flag, one or several ids of a relation, and otherwise equal values. */
export function classOf({ collection, name, value }: SentField): string {
  const kind = kindOfField(collection, name);
  const count = Array.isArray(value) && value.length > 1 ? 'several' : 'one';
  return `${name} ${kind === 'relations' ? count : kind === undefined ? JSON.stringify(value) : ''}`;
}

const optionalFields = ({ draft: { ref, payload } }: Built): readonly SentField[] =>
  Object.entries(payload)
    .filter(([name, value]) => !isEssential(ref.ref, name) && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => ({ collection: ref.ref, name, value }));

/**
 * The refused records of a collection, those with the fewest suspects first. What was granted in another record is above
 * suspicion.
 */
export function suspectsIn(collection: Collection, built: readonly Built[]): readonly Suspected[] {
  const own = built.filter(({ draft }) => draft.ref.ref === collection);
  const granted = own.filter(({ written }) => isGranted(written.exchange));
  const innocent = new Set(granted.flatMap(optionalFields).map(classOf));
  return refusedIn(own)
    .map((one) => ({ one, fields: optionalFields(one).filter((field) => !innocent.has(classOf(field))) }))
    .toSorted((left, right) => left.fields.length - right.fields.length);
}
