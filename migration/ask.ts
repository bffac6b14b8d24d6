import { resourceOf } from '../contract/resources.js';
import { Inconclusive } from '../harness/errors.js';
import { Deviation } from '../harness/deviation.js';
import type { Exchange } from '../harness/exchange.js';
import { createLens, type Shown } from '../target/lens.js';
import { itemPath, toTarget } from '../target/paths.js';
import { findField } from '../target/discover.js';
import { toText } from '../target/shown-values.js';
import { valueAt } from '../harness/json.js';
import type { Golden, Question } from './question.js';
import type { Reader } from './reader.js';

/** Where a question is sent. */
export function toQuestionTarget(
  profile: Parameters<typeof toTarget>[0],
  { collection, language, query, item }: Question,
): string {
  const via = language === '' ? {} : { language };
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
  if (status < 200 || status > 299) return { question, answer: { status, ids: [] }, keys: [] };
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
