import { isDeepStrictEqual } from 'node:util';
import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import { rootIn } from '../../adapter/reading/paths.js';
import { languages } from '../../contract/queries.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectJson, expectResponse, expectSuccess, expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { type Exchange, headerValue } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonValue, valueAt } from '../../wire/json.js';
import { resolveLink } from '../../wire/link.js';

type ReadWith = (query?: readonly (readonly [string, string])[]) => Promise<Exchange>;

/** Expects the index to be the same with a parameter at its default as without it. */
export async function expectSameIndex(read: ReadWith, [name, value]: readonly [string, string]): Promise<void> {
  const plain = await indexOf(read());
  const explicit = await read([[name, value]]);
  const same = isDeepStrictEqual(plain, await indexOf(explicit));
  if (!same && !isDeepStrictEqual(plain, await indexOf(read()))) {
    throw new DoesNotApply('the index changes between reads');
  }
  const expected = `the same index with ${name}=${value} as without it`;
  expectThat(same, { kind: 'value', expected, observed: 'a different index', exchange: explicit });
}

async function indexOf(reading: Promise<Exchange> | Exchange): Promise<JsonValue> {
  const exchange = await reading;
  expectSuccess(exchange, 'a GET of the namespace');
  return withoutQueries(expectJson(exchange));
}

/** A link to the document itself may repeat the query that was asked with. */
function withoutQueries(json: JsonValue): JsonValue {
  if (typeof json === 'string') return json.replace(/^((?:https?:\/)?\/[^?]*)\?.*$/, '$1');
  if (isJsonArray(json)) return json.map(withoutQueries);
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withoutQueries(value)]));
}

type Rooted = Pick<TargetProfile, 'root' | 'choices'>;

/** Where the language segment of a root may be, whatever was learned: which place is meant is a reading. */
const SEGMENT_POSITIONS = ['before-root', 'after-origin'] as const;

/** The REST root, plain and in every language: one that is given with a segment has a plain one too. */
function rootsOf({ root, choices }: Rooted): readonly string[] {
  const plain = languages.map((language) => root.replace(new RegExp(`/${language}(?=/|$)`), ''));
  return [...new Set([root, ...plain])].flatMap((one) => [
    one,
    ...languages.flatMap((language) =>
      SEGMENT_POSITIONS.map((place) =>
        rootIn({ root: one, choices: { ...choices, 'language.segment-place': place } }, language),
      ),
    ),
  ]);
}

/**
 * Expects a link named up, in `_links`, in `links` or in a Link header, to point to the REST root: with or without a
 * slash at its end, of one language or of none. The host is not judged, as behind a proxy it may be another.
 */
export function expectUpLink(profile: Rooted, exchange: Exchange): void {
  const body = expectJson(exchange);
  const links = upLinksOf(exchange);
  if (links.length === 0 && namesUp(body)) {
    throw new Inconclusive('the index mentions up, but not as a link in a known form');
  }
  const paths = links.map((link) => resolveLink(link, exchange.request.target)?.replace(/\/$/, ''));
  const roots = rootsOf(profile);
  expectThat(paths.length > 0 && paths.every((path) => path !== undefined && roots.includes(path)), {
    kind: 'value',
    expected: `a link named up that points to ${profile.root}/`,
    observed: links.length === 0 ? 'no such link' : links.join(', '),
    exchange,
    ...(links.length > 0 && { about: { mistake: ELSEWHERE } }),
  });
}

const ELSEWHERE = 'the link up points elsewhere';

/** The links named up of an index that was read, in every form that is known. */
export const upLinksOf = (exchange: Exchange): readonly string[] => linksIn(expectJson(exchange), exchange);

/** Whether anything is called up and says something, in whatever form. */
function namesUp(value: JsonValue): boolean {
  if (isJsonArray(value)) return value.some(namesUp);
  if (!isJsonObject(value)) return value === 'up';
  return (value.up !== undefined && holdsText(value.up)) || Object.values(value).some(namesUp);
}

const holdsText = (value: JsonValue): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(holdsText) : typeof value === 'string';

/** The addresses of the links named up, in every form that is known. */
const linksIn = (body: JsonValue, exchange: Exchange): readonly string[] => [
  ...addressesIn(valueAt(body, ['_links', 'up'])),
  ...addressesIn(valueAt(body, ['links', 'up'])),
  ...linksInHeader(headerValue(expectResponse(exchange).headers, 'link') ?? ''),
];

/** A link as text, as an object with `href`, or several of them. */
function addressesIn(link: JsonValue | undefined): readonly string[] {
  if (typeof link === 'string') return [link];
  if (isJsonArray(link)) return link.flatMap(addressesIn);
  return isJsonObject(link) ? addressesIn(link.href ?? link.url ?? null) : [];
}

/** The targets of a Link header with the relation up (RFC 8288 section 3). */
const linksInHeader = (header: string): readonly string[] =>
  [...header.matchAll(/<([^>]*)>((?:\s*;\s*[^;,"]+(?:"[^"]*")?)*)/g)].flatMap(([, link = '', parameters = '']) =>
    /;\s*rel\s*=\s*(?:up\b|"(?:[^"]*\s)?up(?:\s[^"]*)?")/i.test(parameters) ? [link] : [],
  );
