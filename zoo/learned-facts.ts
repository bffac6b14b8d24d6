import type { FactId, FactValues, FieldShown, IdFact, WriteFact } from '../adapter/profile/fact.js';
import type { AlternativeOf, ReadingId } from '../contract/readings/readings.js';
import { type Collection, collections, eventRelations, resourceOf } from '../contract/resources.js';

/** What a probe must learn of a target behind a variant, from what it must learn of the target itself. */
export type Learns = (facts: FactValues) => FactValues;

/** States facts, whatever they were. */
export const learning =
  (more: FactValues): Learns =>
  (facts) => ({ ...facts, ...more });

/** Nothing can be learned any more about these. */
export const unlearning =
  (...ids: readonly FactId[]): Learns =>
  (facts) => ({ ...facts, ...Object.fromEntries(ids.map((id) => [id, undefined])) });

/** One statement after the other. */
export const inSequence =
  (...all: readonly Learns[]): Learns =>
  (facts) =>
    all.reduce((learned, learns) => learns(learned), facts);

/** Restates a fact of each collection. */
const inEachCollection =
  (restate: (facts: FactValues, collection: Collection) => FactValues): Learns =>
  (facts) =>
    collections.reduce(restate, facts);

/** Lists, single records or numbers stand elsewhere in every collection. */
export const placing = (
  name: 'list' | 'record' | 'total' | 'total-pages',
  place: (collection: Collection) => string,
): Learns => inEachCollection((facts, collection) => ({ ...facts, [`${collection}.${name}`]: place(collection) }));

/** Ids are shown otherwise in every collection. */
export const showingIds = (edit: (collection: Collection) => Partial<IdFact>): Learns =>
  inEachCollection((facts, collection) => {
    const id = facts[`${collection}.id`];
    return id ? { ...facts, [`${collection}.id`]: { ...id, ...edit(collection) } } : facts;
  });

/** Creates are answered otherwise, in every collection where none are named. */
export const creating = (edit: Partial<WriteFact>, among: readonly Collection[] = collections): Learns =>
  inEachCollection((facts, collection) => {
    const create = facts[`${collection}.create`];
    return create && among.includes(collection)
      ? { ...facts, [`${collection}.create`]: { ...create, ...edit } }
      : facts;
  });

/** Updates or deletes are answered otherwise, where that is known. */
export const answering =
  (id: 'update' | 'delete', edit: Partial<WriteFact>): Learns =>
  (facts) => {
    const before = facts[id];
    return before ? { ...facts, [id]: { ...before, ...edit } } : facts;
  };

/** Ids that no record has are answered otherwise: a deleted one too, unless the target still knows it. */
export const answeringUnknownIds =
  (status: number): Learns =>
  (facts) =>
    facts.delete?.afterwards === 404 ? answering('delete', { afterwards: status })(facts) : facts;

/** A field and where it belongs. */
interface FieldAt {
  readonly collection: Collection;
  readonly name: string;
}

/** Rewrites how fields are shown; what is shown nowhere is left alone. */
export const showingFields =
  (edit: (field: FieldShown, at: FieldAt) => FieldShown): Learns =>
  (facts) =>
    collections.reduce<FactValues>(
      (learned, collection) =>
        Object.keys(resourceOf(collection).fields).reduce<FactValues>((all, name) => {
          const id = `${collection}.fields.${name}` as const;
          const field = all[id];
          return field?.at === undefined || field.at === null
            ? all
            : { ...all, [id]: edit(field, { collection, name }) };
        }, learned),
      facts,
    );

/** Rewrites how the named fields are shown, and how labels are where that is asked for. */
export const showingTexts = (names: readonly string[], edit: (field: FieldShown) => FieldShown): Learns =>
  showingFields((field, { collection, name }) =>
    (names.includes('label') && name === resourceOf(collection).label) || names.includes(name) ? edit(field) : field,
  );

/** Rewrites how the relations of events are shown. */
export const showingRelations = (edit: (field: FieldShown) => FieldShown): Learns =>
  showingFields((field, { collection, name }) =>
    collection === 'events' && name in eventRelations ? edit(field) : field,
  );

/** Alternatives of readings that a target follows where the reference server follows another. */
export type Followed = { readonly [Id in ReadingId]?: AlternativeOf<Id> };

/** Other alternatives of readings are followed: seen where the reading can be asked about at all. */
export const following =
  (readings: Followed): Learns =>
  (facts) => {
    const learned = Object.entries(readings).filter(([id]) => Object.keys(facts).includes(`readings.${id}`));
    return { ...facts, ...Object.fromEntries(learned.map(([id, choice]) => [`readings.${id}`, choice])) };
  };
