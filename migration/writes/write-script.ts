import { minimalRecord } from '../../adapter/world/world-drafts.js';
import type { UpdateVerb } from '../../contract/operations.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { type Violation, violate, violations } from '../../generators/malformed.js';
import { MARK, type Payload, type Ref, ref } from '../../generators/wire-value.js';
import { snapshotOrder } from '../snapshot/canonical-record.js';
import { DAY, valuesOf } from './write-values.js';

/** One request of the script, and the read that follows it. References are to records that the script creates. */
export type WriteStep = {
  /** What the step is called, in snapshots too: `PUT events by slug`. */
  readonly name: string;
  readonly collection: Collection;
} & (
  | { readonly kind: 'create'; readonly of: Ref; readonly payload: Payload }
  /** A create that must be refused. */
  | { readonly kind: 'invalid'; readonly payload: Payload; readonly cutOff?: true }
  | {
      readonly kind: 'update';
      readonly of: Ref;
      readonly verb: UpdateVerb;
      readonly by: 'id' | 'slug';
      readonly payload: Payload;
    }
  | { readonly kind: 'delete'; readonly of: Ref; readonly by: 'id' | 'slug' }
  /** A read of a record that another step may have changed. */
  | { readonly kind: 'read'; readonly of: Ref }
  /** How many records of the script a list shows. */
  | { readonly kind: 'list' }
);

const verbs: readonly UpdateVerb[] = ['POST', 'PUT', 'PATCH'];

/** Two of each: the second one with nothing but what is required, and the first one with all that can be sent. */
const [FIRST, SECOND] = ['1', '2'] as const;

const toCreates = (collection: Collection): readonly WriteStep[] => [
  {
    kind: 'create',
    name: `POST ${collection} (only required fields)`,
    collection,
    of: ref(collection, SECOND),
    payload: minimalRecord(collection, DAY),
  },
  {
    kind: 'create',
    name: `POST ${collection}`,
    collection,
    of: ref(collection, FIRST),
    payload: valuesOf(collection, 1),
  },
];

interface Updating {
  readonly by?: 'id' | 'slug';
  /** What is special about it. */
  readonly about?: string;
  readonly payload: Payload;
}

/** An update of the first record of a collection. */
function toUpdate(collection: Collection, verb: UpdateVerb, { by = 'id', about = '', payload }: Updating) {
  const name = `${verb} ${collection} by ${by}${about}`;
  return { kind: 'update', name, collection, of: ref(collection, FIRST), verb, by, payload } as const;
}

/** A name that is right beside a value that is not: the read that follows shows whether the refused update changed it. */
function toRefused(collection: Collection): readonly WriteStep[] {
  const resource = resourceOf(collection);
  const { label } = resource;
  const wrong = violations(resource).find(({ kind, field }) => kind === 'type' && field !== label);
  if (!wrong) return [];
  const payload = violate({ [label]: `Refused ${MARK}` }, wrong);
  return [toUpdate(collection, 'PATCH', { about: `: ${label}, and ${wrong.label}`, payload })];
}

/** Updates that change every field, in every way; the last one restores what others may have lost. */
function toUpdates(collection: Collection): readonly WriteStep[] {
  const { label, bySlug } = resourceOf(collection);
  const whole = verbs.map((verb, at) => toUpdate(collection, verb, { payload: valuesOf(collection, 2 + at) }));
  const slugged = verbs.map((verb, at) => {
    // An address by slug stays as it is.
    const { slug: _, ...payload } = valuesOf(collection, 2 + verbs.length + at);
    return toUpdate(collection, verb, { by: 'slug', payload });
  });
  return [
    ...whole.slice(0, 2),
    toUpdate(collection, 'PUT', { about: `: ${label} alone`, payload: { [label]: `Renamed ${MARK}` } }),
    ...toRefused(collection),
    ...whole.slice(2),
    ...(bySlug ? slugged : []),
  ];
}

/** What the other updates leave alone, as it hides the rest: on the second event. */
const toLastUpdate = (): WriteStep => ({
  ...toUpdate('events', 'PATCH', { about: ': all_day and status alone', payload: { all_day: true, status: 'draft' } }),
  of: ref('events', SECOND),
});

/** One wrong value of each type, and each required field left out. */
function toInvalid(collection: Collection): readonly WriteStep[] {
  const resource = resourceOf(collection);
  const wrongOf = ({ kind, field }: Violation): string => (kind === 'type' ? `${resource.fields[field]?.type}` : field);
  const all = violations(resource);
  const chosen = all.filter((one, at) => all.findIndex((other) => isAlike(one, other, wrongOf)) === at);
  return chosen.map((violation) => ({
    kind: 'invalid',
    name: `POST ${collection}: ${violation.label}`,
    collection,
    payload: violate(minimalRecord(collection, DAY), violation),
  }));
}

const isAlike = (one: Violation, other: Violation, wrongOf: (violation: Violation) => string): boolean =>
  one.kind === other.kind && wrongOf(one) === wrongOf(other);

const CUT_OFF: WriteStep = {
  kind: 'invalid',
  name: 'POST events: JSON that is cut off',
  collection: 'events',
  payload: minimalRecord('events', DAY),
  cutOff: true,
};

/** Deletes both records; what the first one is linked to is read afterwards. */
function toDeletes(collection: Collection): readonly WriteStep[] {
  const by = resourceOf(collection).bySlug ? 'slug' : 'id';
  const linking = ref('events', FIRST);
  const toDelete = (key: string, way: 'id' | 'slug'): WriteStep => ({
    kind: 'delete',
    name: `DELETE ${collection} by ${way} (${key === FIRST ? 'the first' : 'the second'})`,
    collection,
    of: ref(collection, key),
    by: way,
  });
  if (collection === 'events') return [toDelete(SECOND, 'id'), toDelete(FIRST, by)];
  const seen = {
    kind: 'read',
    name: `GET events after DELETE ${collection}`,
    collection: 'events',
    of: linking,
  } as const;
  return [toDelete(FIRST, 'id'), seen, toDelete(SECOND, by)];
}

const toList = (collection: Collection): WriteStep => ({
  kind: 'list',
  name: `GET ${collection} after all writes`,
  collection,
});

/**
 * The script: some 140 requests with the reads in between. It is the same for every target, and its answers are compared
 * by the names of its steps: a step that is changed needs another name.
 */
export const writeScript: readonly WriteStep[] = [
  ...snapshotOrder.flatMap(toCreates),
  ...snapshotOrder.flatMap(toUpdates),
  toLastUpdate(),
  ...snapshotOrder.flatMap(toInvalid),
  CUT_OFF,
  ...snapshotOrder.flatMap(toDeletes),
  ...snapshotOrder.map(toList),
];
