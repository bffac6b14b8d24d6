import type { Collection } from '../contract/field.js';
import { ALWAYS } from '../target/unfiltered.js';
import type { Mapping } from './mapping.js';

/** A record that a request names. */
export interface Reference {
  readonly ref: Collection;
  readonly id: string;
}

/** The value of a parameter: a text, or the records whose ids are sent. */
export type QuestionValue = string | readonly Reference[];

/** A read-only request whose answer is kept, so that it can be asked again elsewhere. */
export interface Question {
  readonly collection: Collection;
  /** Empty where none is asked for. */
  readonly language: string;
  /** Of a list; an item has none. */
  readonly query?: Readonly<Record<string, QuestionValue>>;
  /** An item, by its id or by the slug that it had. */
  readonly item?: { readonly of: Reference; readonly slug?: string };
  /** The answer depends on the day on which it is asked. */
  readonly timely?: true;
}

/** What came of a question: the ids of the records in order, and what the list told of its length. */
export interface ResponseSummary {
  readonly status: number;
  readonly ids: readonly string[];
  readonly total?: number;
}

/** A question with its answer, as a snapshot keeps it. */
export interface Golden {
  readonly question: Question;
  readonly answer: ResponseSummary;
  /** What the records are called, in the order of the ids. */
  readonly keys: readonly string[];
}

/** Records a page, where paging itself is not asked about. */
export const USUAL_SIZE = '20';

/** Bounds so wide that they only lift the default window. */
const widest: readonly QuestionValue[] = [ALWAYS.from, ALWAYS.to];

/** The parameters that a question is about; those that only lift the default window are not among them. */
export function aboutOf({ query = {}, item, language }: Question): readonly string[] {
  if (item) return [item.slug === undefined ? 'by id' : 'by slug'];
  const names = Object.keys(query).filter((name) => name !== 'per_page' && !widest.includes(query[name] ?? ''));
  const isPaging = names.length === 0 && query['per_page'] !== USUAL_SIZE;
  return [...names, ...(isPaging ? ['per_page'] : []), ...(language === '' ? [] : ['language'])];
}

/** What is what after a migration. */
export interface QuestionMapping extends Pick<Mapping, 'toId'> {
  /** A slug with the changes that are meant. */
  readonly toSlug: (slug: string) => string;
}

/** A question after a migration: the records that it names have the ids that they have then. */
export function toMapped(question: Question, { toId, toSlug }: QuestionMapping): Question | undefined {
  const move = ({ ref, id }: Reference): Reference | undefined => {
    const after = toId(ref, id);
    return after === undefined ? undefined : { ref, id: after };
  };
  const { query, item } = question;
  const of = item && move(item.of);
  if (item && !of) return undefined;
  const pairs = Object.entries(query ?? {}).map(([name, value]) => {
    if (typeof value === 'string') return [name, name === 'slug' ? toSlug(value) : value] as const;
    return [name, value.flatMap((one) => move(one) ?? [])] as const;
  });
  if (pairs.some(([name, value]) => Array.isArray(value) && value.length !== query?.[name]?.length)) return undefined;
  return {
    ...question,
    ...(query && { query: Object.fromEntries(pairs) }),
    ...(item && of && { item: { of, ...(item.slug !== undefined && { slug: toSlug(item.slug) }) } }),
  };
}

/** The same for two questions that ask the same. */
export const toQuestionKey = ({ collection, language, query = {}, item }: Question): string =>
  JSON.stringify([
    collection,
    language,
    Object.entries(query).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    item,
  ]);
