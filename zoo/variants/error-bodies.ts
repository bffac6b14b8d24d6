import type { Interceptor, WireResponse } from '../../harness/exchange.js';
import { alsoForHead } from '../also-for-head.js';
import { editResponse, withBody, withHeader, withoutBody } from '../edit-answer.js';
import { inSequence, learning, type Learns, unlearning } from '../learns.js';
import type { Variant } from '../variant.js';

/** Rewrites every refusal. */
const refusing = (edit: (response: WireResponse) => WireResponse) => (): Interceptor =>
  alsoForHead(async (request, next) =>
    editResponse(await next(request), (response) => (response.status < 400 ? response : edit(response))),
  );

const withText = (response: WireResponse, type: string, text: string): WireResponse =>
  withBody({ ...response, headers: withHeader(response.headers, 'Content-Type', type) }, Buffer.from(text));

/** An error that says nothing by itself. */
const withoutErrorDetails = (type: string): Learns =>
  inSequence(
    unlearning('errors.params'),
    learning({ 'errors.type': type, 'errors.code': 'absent', 'errors.message': 'absent' }),
  );

/** How errors are told: their format is not shown. */
export const errorBodies: readonly Variant[] = [
  {
    id: 'errors.plain-text',
    aspect: 'refusal-body',
    statement: 'Errors are a sentence of plain text.',
    learns: withoutErrorDetails('text/plain'),
    create: refusing((response) => withText(response, 'text/plain', 'This cannot be done.')),
  },
  {
    id: 'errors.empty',
    aspect: 'refusal-body',
    statement: 'Errors have no body.',
    learns: withoutErrorDetails('absent'),
    create: refusing((response) => withoutBody(response, response.status)),
  },
  {
    id: 'errors.html',
    aspect: 'refusal-body',
    statement: 'Errors are pages for people.',
    learns: withoutErrorDetails('text/html'),
    create: refusing((response) => withText(response, 'text/html; charset=utf-8', '<!doctype html><h1>Sorry</h1>')),
  },
  {
    id: 'errors.problem-json',
    aspect: 'refusal-body',
    statement: 'Errors are problem details as in RFC 9457.',
    learns: inSequence(withoutErrorDetails('application/problem+json'), learning({ 'errors.message': 'body:/title' })),
    create: refusing((response) =>
      withText(response, 'application/problem+json', JSON.stringify({ title: 'Sorry', status: response.status })),
    ),
  },
];
