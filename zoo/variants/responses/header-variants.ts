import { gzipSync } from 'node:zlib';
import { type HeaderPairs, headerValue, type Interceptor, type WireResponse } from '../../../wire/exchange.js';
import { decodeBody } from '../../../wire/message-body.js';
import { isGranted } from '../../../wire/status.js';
import { alsoForHead } from '../../intercept/intercept-operation.js';
import { editResponse, withBody, withHeader, withoutHeader } from '../../intercept/response-edit.js';
import { learning } from '../../learned-facts.js';
import { allowInEach, type Variant } from '../../variant.js';

const page = Buffer.from('<!doctype html><title>Calendar</title><p>Ask for events, venues, organizers, and so on.');

/** In which format the documentation is, is a gap: it may be written for people. */
export const documentation: Variant = {
  id: 'documentation.page',
  aspect: 'documentation',
  statement: 'The documentation is a page of HTML.',
  allowances: [{ requirement: 'doc.read.collections', reason: 'Only OpenAPI documentation has paths.' }],
  create: (_, view) =>
    alsoForHead(async (request, next) => {
      const outcome = await next(request);
      if (request.method !== 'GET' || view.path(request) !== '/doc' || !isGranted(outcome)) return outcome;
      return editResponse(outcome, (response) => {
        const headers = withHeader(response.headers, 'Content-Type', 'text/html; charset=utf-8');
        return withBody({ ...response, headers }, page);
      });
    }),
};

/** Not to code what nobody asked to be coded is a SHOULD alone (RFC 9110 section 12.5.3). */
const coded = (response: WireResponse): WireResponse => {
  const plain = decodeBody(response);
  if (!plain || plain.length === 0) return response;
  const { status, headers, body } = withBody(response, gzipSync(plain));
  return { status, headers: withHeader(headers, 'Content-Encoding', 'gzip'), body };
};

/** Every answer is compressed, whoever asks. */
export const gzip: Variant = {
  id: 'coding.gzip',
  aspect: 'content-coding',
  statement: 'Every body is compressed with gzip.',
  create: () => alsoForHead(async (request, next) => editResponse(await next(request), coded)),
};

/** Rewrites the header fields of every answer. */
const editing = (edit: (headers: HeaderPairs) => HeaderPairs) => (): Interceptor => async (request, next) =>
  editResponse(await next(request), (response) => ({ ...response, headers: edit(response.headers) }));

const more: HeaderPairs = [
  ['X-Powered-By', 'Something'],
  ['Set-Cookie', 'seen=1; Path=/'],
  ['Set-Cookie', 'twice=1; Path=/'],
];

const renamed = (headers: HeaderPairs, name: (name: string) => string): HeaderPairs =>
  headers.map(([field, value]) => [name(field), value]);

/** A weak validator compares by what it holds alone, and comes back as it was sent (RFC 9110 section 8.8.3.2). */
const weakened: Interceptor = async (request, next) => {
  const strong = request.headers.map(([name, value]): HeaderPairs[number] =>
    /^if-none-match$/i.test(name) ? [name, value.replaceAll('W/', '')] : [name, value],
  );
  return editResponse(await next({ ...request, headers: strong }), (response) => ({
    ...response,
    headers: response.headers.map(([name, value]) => (/^etag$/i.test(name) ? [name, `W/${value}`] : [name, value])),
  }));
};

/** Some frameworks take no-cache for an end-to-end reload, which is not conditional (RFC 2616 section 14.9.4). */
const reloaded: Interceptor = (request, next) => {
  const isReload = headerValue(request.headers, 'Cache-Control') === 'no-cache';
  return next(isReload ? { ...request, headers: withoutHeader(request.headers, 'If-None-Match') } : request);
};

/** What stands in header fields: the interface states none, and names compare without case (RFC 9110 section 5.1). */
export const headers: readonly Variant[] = [
  {
    id: 'headers.more',
    aspect: 'extra-headers',
    statement: 'Responses carry additional headers.',
    create: editing((fields) => [...fields, ...more]),
  },
  {
    id: 'headers.lower-case',
    aspect: 'header-names',
    statement: 'The names of headers are in lower case.',
    create: editing((fields) => renamed(fields, (name) => name.toLowerCase())),
  },
  {
    id: 'headers.upper-case',
    aspect: 'header-names',
    statement: 'The names of headers are in upper case.',
    create: editing((fields) => renamed(fields, (name) => name.toUpperCase())),
  },
  {
    id: 'etag.absent',
    aspect: 'etag',
    statement: 'There is no ETag.',
    learns: learning({ 'http.etag': false }),
    isSparse: true,
    allowances: [
      ...allowInEach('read.etag-', 'There is no ETag to judge.'),
      ...allowInEach('update.if-match', 'There is no ETag to judge.', ['events', 'venues', 'tags']),
      { requirement: 'http.etag.anywhere', reason: 'There is no ETag to judge.' },
    ],
    create: editing((fields) => withoutHeader(fields, 'ETag')),
  },
  {
    id: 'etag.weak',
    aspect: 'etag',
    statement: 'Every ETag is a weak one.',
    allowances: [{ requirement: 'http.etag.anywhere', reason: 'What a weak ETag promises is its own choice.' }],
    create: () => weakened,
  },
  {
    id: 'etag.reload',
    aspect: 'etag',
    statement: 'What carries Cache-Control: no-cache is answered in full, whatever ETag it carries, too.',
    create: () => reloaded,
  },
  {
    id: 'connection.close',
    aspect: 'connection',
    statement: 'Every response closes its connection, as in HTTP/1.0.',
    create: editing((fields) => withHeader(withoutHeader(fields, 'Keep-Alive'), 'Connection', 'close')),
  },
];
