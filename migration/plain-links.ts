import { isJsonArray, isJsonObject, type JsonValue } from '../harness/json.js';

/** What a record's links are made of, and what a move changes in all of them at once. */
export interface LinkParts {
  /** Scheme, host and port of the target. */
  readonly origin: string;
  readonly id: string;
  readonly slug: string | undefined;
}

const isLink = (text: string): boolean => /^(https?:\/)?\//.test(text);

/** Takes the origin and the record's own id and slug out of every link in a value. */
export function toPlainLinks(value: JsonValue, parts: LinkParts): JsonValue {
  if (typeof value === 'string') return isLink(value) ? toPlainLink(value, parts) : value;
  if (isJsonArray(value)) return value.map((item) => toPlainLinks(item, parts));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toPlainLinks(inner, parts)]));
}

function toPlainLink(link: string, { origin, id, slug }: LinkParts): string {
  const path = link.startsWith(origin) ? `{origin}${link.slice(origin.length)}` : link;
  const own = without(path, id, '{id}');
  if (slug === undefined || slug === '') return own;
  return [...new Set([slug, encodeURIComponent(slug)])].reduce((rest, word) => without(rest, word, '{slug}'), own);
}

/** Puts a name in the place of a segment or of a value in the query. Without a pattern: this is done for every link. */
function without(link: string, word: string, name: string): string {
  let plain = '';
  let rest = 0;
  for (let at = link.indexOf(word, 1); at > 0; at = link.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (at < rest || !'/='.includes(link.charAt(at - 1)) || !isEnd(link, end)) continue;
    plain += link.slice(rest, at) + name;
    rest = end;
  }
  return plain + link.slice(rest);
}

const isEnd = (link: string, at: number): boolean => at === link.length || '/?#&'.includes(link.charAt(at));
