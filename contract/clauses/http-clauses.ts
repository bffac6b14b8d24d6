import type { Clause } from './clause.js';

const rules = [
  ['http.safe-methods', 'GET, HEAD and OPTIONS change nothing, whatever they carry.', 'RFC 9110 section 9.2.1'],
  ['http.head', 'HEAD is answered as GET, without the body.', 'RFC 9110 section 9.3.2'],
  [
    'http.idempotence',
    'Repeating a PUT or a DELETE leaves the same state as sending it once.',
    'RFC 9110 section 9.2.2',
  ],
  ['http.method-not-allowed', 'A 405 carries an Allow header.', 'RFC 9110 section 15.5.6'],
  [
    'http.scheme',
    'The name of an authentication scheme is case-insensitive.',
    'RFC 9110 section 11.1, RFC 7617 section 2',
  ],
  ['http.unauthorized', 'A 401 carries a WWW-Authenticate header.', 'RFC 9110 section 15.5.2'],
  ['http.no-content', 'A 204 has no body.', 'RFC 9110 section 15.3.5'],
  [
    'http.content-length',
    'A body has as many octets as Content-Length says, or comes in chunks, which a server can read or refuse with 411.',
    'RFC 9110 section 8.6, RFC 9112 section 7.1',
  ],
  ['http.connection', 'After a refusal the connection is usable or closed, never out of step.', 'RFC 9112 section 9.3'],
  ['http.location', 'The Location of a 201 points to the created record.', 'RFC 9110 section 10.2.2'],
  [
    'http.validators',
    'An ETag changes with the representation, and If-None-Match agrees with it.',
    'RFC 9110 sections 8.8.3 and 13.1.2',
  ],
  ['http.media-type', 'A JSON body is labelled as JSON, and what is labelled as JSON is JSON.', 'RFC 9110 section 8.3'],
  ['http.server-error', 'Bad input is refused with a 4xx, not answered with a 5xx.', 'RFC 9110 section 15.6'],
  [
    'http.options',
    'OPTIONS on a resource succeeds without changing it; Allow, where sent, names the methods that work.',
    'RFC 9110 section 9.3.7',
  ],
  [
    'http.freshness',
    'A read with Cache-Control: no-cache shows what was written before it.',
    'RFC 9111 section 5.2.1.4',
  ],
] as const;

type HttpClauseId = (typeof rules)[number][0];

/** The rules of HTTP that the interface leans on; each MUST here is conditional where the RFC is. */
export const httpClauses = rules.map(
  ([id, text, source]): Clause<HttpClauseId> => ({ id, profile: 'http', text, source, operations: [] }),
);
