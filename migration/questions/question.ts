import { toText } from '../../adapter/notation/shown-values.js';
import { createLens, type Shown } from '../../adapter/reading/lens.js';
import { itemPath, toTarget } from '../../adapter/reading/paths.js';
import { ALWAYS } from '../../adapter/reading/record-queries.js';
import { findField } from '../../adapter/reading/shape-discovery.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { Deviation } from '../../kernel/deviation.js';
import { Inconclusive } from '../../wire/errors.js';
import type { Exchange } from '../../wire/exchange.js';
import { valueAt } from '../../wire/json.js';
import { isSuccess } from '../../wire/status.js';
import { type Reader, toVia } from '../capture/snapshot-reader.js';
import type { Mapping } from '../compare/record-changes.js';

/** A record that a request names. */
export interface Reference {
  readonly ref: Collection;
  readonly id: string;
}

/** The value of a parameter: a text, or the records with the ids to send. */
export type QuestionValue = string | readonly Reference[];

/** A read-only request with its response, to ask again elsewhere. */
export interface Question {
  readonly collection: Collection;
  /** By parameter, `nl`, or by path segment, `/nl`; empty where none is asked for. */
  readonly language: string;
  /** Of a list; an item has none. */
  readonly query?: Readonly<Record<string, QuestionValue>>;
  /** An item, by its id or by the slug that it had. */
  readonly item?: { readonly of: Reference; readonly slug?: string };
  /** The answer depends on the day on which it is asked. */
  readonly timely?: true;
}

/** The answer to a question: the ids of the records in order, and the total of the list. */
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

/** Where a question is sent. */
export function toQuestionTarget(
  profile: Parameters<typeof toTarget>[0],
  { collection, language, query, item }: Question,
): string {
  const via = toVia({ language });
  if (item) {
    const by = item.slug === undefined ? ({ by: 'id', value: item.of.id } as const) : bySlug(item.slug);
    return toTarget(profile, itemPath(collection, by), { via });
  }
  const pairs = Object.entries(query ?? {}).map(
    ([name, value]) => [name, typeof value === 'string' ? value : value.map(({ id }) => id).join(',')] as const,
  );
  return toTarget(profile, `/${collection}`, { query: pairs, via });
}

const bySlug = (value: string) => ({ by: 'slug', value }) as const;

/** Asks a question. */
export async function ask(reader: Reader, question: Question): Promise<Golden> {
  const target = toQuestionTarget(reader.profile, question);
  const exchange = await reader.send({ method: 'GET', target, headers: [] });
  const { outcome } = exchange;
  if (outcome.kind !== 'response') throw new Inconclusive(`${target} was not answered: ${outcome.kind}`);
  const { status } = outcome.response;
  if (!isSuccess(status)) return { question, answer: { status, ids: [] }, keys: [] };
  const { items, total } = read(reader, question, exchange);
  const answer = { status, ids: items.map(({ id }) => id), ...(total !== undefined && { total }) };
  return { question, answer, keys: items.map(toKey) };
}

/** What an answer holds; one that is no list or no record holds nothing. */
function read({ profile }: Reader, { collection, item }: Question, exchange: Exchange) {
  const lens = createLens(profile.shapes);
  try {
    return item ? { items: [lens.record(collection, exchange)], total: undefined } : lens.page(collection, exchange);
  } catch (error) {
    if (error instanceof Deviation) return { items: [], total: undefined };
    throw error;
  }
}

/** What a record is called, whatever its id. */
function toKey({ collection, json }: Shown): string {
  const path = findField(json, 'slug') ?? findField(json, resourceOf(collection).label);
  return toText(path && valueAt(json, path));
}
