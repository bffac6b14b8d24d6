import fc from 'fast-check';
import { queryOf } from '../../contract/queries.js';
import { collections, resourceOf } from '../../contract/resources.js';

export const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '2030-06-01',
    '9999-12-31 23:59:59',
    'draft',
    'UTC+14',
    'Europe/Brussels',
    'http://x',
    1,
    2,
    3,
    [1, 2],
    '1,2',
  ),
);

const anyCollection = fc.constantFrom(...collections);

/** A collection, and some fields of it with any values. */
export const anyFields = anyCollection.chain((name) =>
  fc.tuple(
    fc.constant(name),
    fc.dictionary(fc.constantFrom(...Object.keys(resourceOf(name).fields), 'password', 'ml_language', 'x'), anyValue),
  ),
);

/** A collection, and some of its parameters with any values, as text. */
export const anyQuery = anyCollection.chain((name) =>
  fc.tuple(
    fc.constant(name),
    fc
      .array(fc.tuple(fc.constantFrom(...Object.keys(queryOf(name)), 'ml_language', 'x', 'x[y]', '[', ''), anyValue), {
        maxLength: 4,
      })
      .map((pairs) => pairs.map(([key, one]) => `${encode(key)}=${encode(textOf(one))}`).join('&')),
  ),
);

const textOf = (sent: unknown): string => (typeof sent === 'string' ? sent : JSON.stringify(sent));

/** Percent-encoded; a lone surrogate becomes U+FFFD first, as `encodeURIComponent` refuses it. */
const encode = (part: string): string => encodeURIComponent(Buffer.from(part).toString());

/** A request that a client can send. */
export interface AnyRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const NAMESPACE = '/vendor/events/v1';

const anySegment = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 400 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('by-slug', 'by-slug/x', '0', '-1', '1e3', '9'.repeat(30), '%', '%00', '..') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map(encode) },
);

const anyPath = fc.oneof(
  { weight: 4, arbitrary: anyQuery.map(([name, query]) => `/${name}?${query}`) },
  { weight: 4, arbitrary: fc.tuple(anyCollection, anySegment).map((parts) => `/${parts.join('/')}`) },
  { weight: 2, arbitrary: anyCollection.map((name) => `/${name}`) },
  { weight: 1, arbitrary: fc.array(anySegment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`) },
  { weight: 1, arbitrary: fc.constantFrom('', '/', '/doc', `/tags?${'x'.repeat(20_000)}`) },
);

const anyMethod = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE') },
  { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'get', 'X') },
);

const anyHeaders = fc.dictionary(
  fc.constantFrom(
    'accept',
    'accept-language',
    'accept-encoding',
    'authorization',
    'cookie',
    'content-type',
    'if-match',
    'if-none-match',
    'if-modified-since',
    'origin',
    'range',
    'x-http-method-override',
  ),
  fc.oneof(
    fc.constantFrom('application/json', 'application/x-www-form-urlencoded', '*', 'de', 'Basic eDp5', 'bytes=0-1'),
    fc.string({ unit: 'grapheme-ascii' }),
  ),
  { maxKeys: 3 },
);

/** JSON with the fields of a collection that it wants; or cut, or broken by an octet; or any octets. */
const anyBody = fc.oneof(
  { weight: 6, arbitrary: anyFields.map(([name, fields]) => Buffer.from(JSON.stringify(toWanted(name, fields)))) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(anyFields, fc.nat({ max: 200 }), fc.nat({ max: 255 }))
      .map(([[name, fields], at, octet]) => broken(Buffer.from(JSON.stringify(toWanted(name, fields))), at, octet)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((octets) => Buffer.from(octets)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('['.repeat(5_000), '{"a":'.repeat(5_000), '"', '1').map((text) => Buffer.from(text)),
  },
);

const required = {
  title: 't',
  start_date: '2030-06-01',
  end_date: '2030-06-02',
  venue: 'v',
  organizer: 'o',
  name: 'n',
};

/** What a collection requires, and some fields over it. */
function toWanted(name: (typeof collections)[number], fields: Readonly<Record<string, unknown>>): object {
  const wanted = Object.entries(required).filter(
    ([field]) => field in resourceOf(name).fields && !(name === 'events' && ['venue', 'organizer'].includes(field)),
  );
  return { ...Object.fromEntries(wanted), ...fields };
}

function broken(octets: Buffer, at: number, octet: number): Buffer {
  const place = at % Math.max(1, octets.length);
  return octet === 0
    ? octets.subarray(0, place)
    : Buffer.concat([octets.subarray(0, place), Buffer.of(octet), octets.subarray(place + 1)]);
}

const json = { 'content-type': 'application/json' };

/** A write that may be taken: its fields alone are any. */
const anyWrite = fc
  .tuple(anyFields, fc.constantFrom('POST', 'PUT', 'PATCH'), anySegment, fc.boolean())
  .map(([[name, fields], method, segment, isCreate]) => ({
    method: isCreate ? 'POST' : method,
    path: `/${name}${isCreate ? '' : `/${segment}`}`,
    headers: json,
    body: Buffer.from(JSON.stringify(toWanted(name, fields))),
  }));

const anyRead = fc.record({ method: fc.constant('GET'), path: anyPath, headers: anyHeaders });

const anyWild = fc.record(
  { method: anyMethod, path: anyPath, headers: anyHeaders, body: anyBody },
  { requiredKeys: ['method', 'path', 'headers'] },
);

export const anyRequest: fc.Arbitrary<AnyRequest> = fc
  .oneof(anyWrite, anyRead, anyWild)
  .map(({ path, ...rest }) => ({ ...rest, path: `${NAMESPACE}${path}` }));

/** The octets of a request, some of them others or cut away: no client would send them. */
export const anyOctets: fc.Arbitrary<Buffer> = fc
  .tuple(anyRequest, fc.array(fc.tuple(fc.nat({ max: 2_000 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }))
  .map(([{ method, path, headers, body = Buffer.alloc(0) }, changes]) => {
    const lines = Object.entries({ host: 'x', 'content-length': String(body.length), ...headers });
    const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    const octets = Buffer.concat([Buffer.from(head, 'latin1'), body]);
    return changes.reduce<Buffer>((changed, [at, octet]) => broken(changed, at, octet), octets);
  });
