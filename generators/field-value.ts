import fc, { type Arbitrary } from 'fast-check';
import type { Collection, resources } from '../contract/resources.js';
import { email, enriched, kindOf, markedPhrase, phone, phrase, slug, website } from './drawn-text.js';
import { loneEnd, loneStart, pastTime, zone } from './schedule-times.js';
import { isFormatted, mistakableTexts, richTextsFor } from './rich-texts.js';
import type { Surroundings } from './surroundings.js';
import { varied } from './varied.js';
import type { WireValue } from './wire-value.js';

type Within = Pick<Surroundings, 'span'>;

/** Where the safe values of a field come from. */
type Source =
  | { readonly from: 'made'; readonly varies?: true; make(within: Within): Arbitrary<WireValue> }
  | { readonly from: 'accepted'; readonly kind: keyof Surroundings['accepted'] }
  | { readonly from: 'world'; readonly collection: Collection; readonly many: boolean };

const made = (arbitrary: Arbitrary<WireValue>): Source => ({ from: 'made', make: () => arbitrary });
/** Texts and numbers: whichever is drawn, a verdict is the same. */
const any = (arbitrary: Arbitrary<WireValue>): Source => ({ from: 'made', varies: true, make: () => arbitrary });
const accepted = (kind: keyof Surroundings['accepted']): Source => ({ from: 'accepted', kind });
const one = (collection: Collection): Source => ({ from: 'world', collection, many: false });
const some = (collection: Collection): Source => ({ from: 'world', collection, many: true });

const flag = made(fc.boolean());
const flagWord = made(fc.constantFrom('true', 'false'));
const cost = any(fc.oneof(fc.integer({ min: 1, max: 500 }).map(String), fc.constantFrom('20.50', '7.25')));
const zip = any(fc.integer({ min: 10_000, max: 99_999 }).map(String));
const country = made(fc.constantFrom('Netherlands', 'France', 'Germany', 'Japan'));
const street = any(fc.tuple(phrase, fc.integer({ min: 1, max: 999 })).map(([name, number]) => `${name} ${number}`));

const post = {
  author: accepted('author'),
  date: made(pastTime),
  date_utc: made(pastTime),
  description: any(markedPhrase),
  status: accepted('status'),
  image: accepted('image'),
  website: any(website),
};

const term = { name: any(markedPhrase), description: any(markedPhrase), slug: any(slug) };

/** The safe values of every field that a client may send: nothing that is stated gives a reason to refuse one. */
const sources: { readonly [C in Collection]: Readonly<Record<keyof (typeof resources)[C]['fields'], Source>> } = {
  events: {
    ...post,
    title: any(markedPhrase),
    start_date: { from: 'made', make: ({ span }) => loneStart(span) },
    end_date: { from: 'made', make: ({ span }) => loneEnd(span) },
    slug: any(slug),
    excerpt: any(phrase),
    timezone: made(zone),
    all_day: flag,
    cost,
    show_map: flag,
    show_map_link: flag,
    hide_from_listings: flag,
    sticky: flag,
    featured: flag,
    categories: some('categories'),
    tags: some('tags'),
    venue: some('venues'),
    organizer: some('organizers'),
  },
  venues: {
    ...post,
    venue: any(markedPhrase),
    show_map: flagWord,
    show_map_link: flagWord,
    address: street,
    city: any(phrase),
    country,
    province: any(phrase),
    state: any(phrase),
    zip,
    phone: any(phone),
    stateprovince: any(phrase),
  },
  organizers: { ...post, organizer: any(markedPhrase), phone: any(phone), email: any(email) },
  categories: { ...term, parent: one('categories') },
  tags: term,
};

/** The safe values of one field. @throws when the collection has no such field. */
export function sourceOf(collection: Collection, field: string): Source {
  const source = new Map<string, Source>(Object.entries(sources[collection])).get(field);
  if (!source) throw new Error(`${collection} have no field ${field}`);
  return source;
}

/** A field to draw values of, and how many values of it a target takes. */
interface Drawn {
  readonly source: Source;
  readonly most: number;
}

const toDrawn = (collection: Collection, field: string, { mostOf }: Surroundings): Drawn => ({
  source: sourceOf(collection, field),
  most: mostOf(collection, field),
});

/** How many values there are to choose from. */
const supply = ({ source, most }: Drawn, surroundings: Surroundings): number => {
  if (most === 0) return 0;
  if (source.from === 'made') return Number.POSITIVE_INFINITY;
  return source.from === 'accepted'
    ? surroundings.accepted[source.kind].length
    : surroundings.refs(source.collection).length;
};

const valuesOf = ({ source, most }: Drawn, surroundings: Surroundings): Arbitrary<WireValue> => {
  if (source.from === 'made') return source.make(surroundings);
  if (source.from === 'accepted') return fc.constantFrom<WireValue[]>(...surroundings.accepted[source.kind]);
  const refs = surroundings.refs(source.collection);
  // Shuffled, so that every record stands in every position.
  return source.many
    ? fc.shuffledSubarray([...refs], { minLength: 1, maxLength: Math.min(3, refs.length, most) })
    : fc.constantFrom(...refs);
};

/** What is drawn from a source: by the seed of the run, where it does not matter what is. */
const variedIn = <T>(source: Source, surroundings: Surroundings, drawn: Arbitrary<T>): Arbitrary<T> =>
  source.from === 'made' && source.varies ? varied(drawn, surroundings) : drawn;

/**
 * Safe values of one field: a conforming target must take them. Undefined when the world offers none: no record to
 * relate to, or no author, image or status that the target has shown; and for a field that the target takes nothing in.
 * Of a text, `kind` is one of plain words, what the target keeps and services often lose, and what they take for a
 * number or for nothing: numbers in a row are all of them.
 * @throws when the collection has no such field.
 */
export function fieldValue(
  collection: Collection,
  field: string,
  surroundings: Surroundings,
  kind?: number,
): Arbitrary<WireValue> | undefined {
  const drawn = toDrawn(collection, field, surroundings);
  if (supply(drawn, surroundings) === 0) return undefined;
  const values = variedIn(drawn.source, surroundings, valuesOf(drawn, surroundings));
  const texts = { values, ...textsFor(collection, field, surroundings) };
  return kind === undefined ? enriched(texts) : kindOf(texts, kind);
}

/** Besides plain words. A target that was seen to keep nothing unusual in a field may check its format. */
function textsFor(collection: Collection, field: string, { keptTexts }: Surroundings) {
  const rich = keptTexts(collection, field);
  if (isFormatted(field)) return { rich: [], alone: rich };
  const mayCheck = rich.length === 0 && richTextsFor(collection, field).length > 0;
  return { rich, alone: mayCheck ? [] : (mistakableTexts[field] ?? []) };
}

/** One safe value of a field; undefined for values that only a target or its world can offer. */
export function exampleOf(collection: Collection, field: string, span: Surroundings['span']): WireValue | undefined {
  const source = sourceOf(collection, field);
  if (source.from !== 'made') return undefined;
  return firstOf(source.make({ span }));
}

const firstOf = (values: Arbitrary<WireValue>): WireValue | undefined => fc.sample(values, { seed: 0, numRuns: 1 })[0];

/** Relations are sets: the same ids in another order are the same value. */
const identityOf = (value: WireValue): string =>
  JSON.stringify(Array.isArray(value) ? value.map((item) => JSON.stringify(item)).toSorted() : value);

/**
 * Two different safe values of one field, to distinguish a change from none: of plain words, or of one kind of text and
 * the next, see `fieldValue`. Undefined when the world offers fewer than two. @throws when the collection has no such
 * field.
 */
export function twoValues(
  collection: Collection,
  field: string,
  surroundings: Surroundings,
  kind?: number,
): Arbitrary<readonly [WireValue, WireValue]> | undefined {
  const drawn = toDrawn(collection, field, surroundings);
  if (supply(drawn, surroundings) < 2) return undefined;
  const values = valuesOf(drawn, surroundings);
  const texts = { values, ...textsFor(collection, field, surroundings) };
  const [first, second] = kind === undefined ? [values, values] : [kindOf(texts, kind), kindOf(texts, kind + 1)];
  const two = fc.tuple(first, second).filter(([one, other]) => identityOf(one) !== identityOf(other));
  return variedIn(drawn.source, surroundings, two);
}
