import type { Interceptor, WireResponse } from '../../harness/exchange.js';
import { alsoForHead } from '../also-for-head.js';
import { editResponse, withBody, withHeader, withoutBody } from '../edit-answer.js';
import type { Variant } from '../variant.js';

/** Rewrites every refusal. */
const refusing = (edit: (response: WireResponse) => WireResponse) => (): Interceptor =>
  alsoForHead(async (request, next) =>
    editResponse(await next(request), (response) => (response.status < 400 ? response : edit(response))),
  );

const withText = (response: WireResponse, type: string, text: string): WireResponse =>
  withBody({ ...response, headers: withHeader(response.headers, 'Content-Type', type) }, Buffer.from(text));

/** How errors are told: their format is not shown. */
export const errorBodies: readonly Variant[] = [
  {
    id: 'errors.plain-text',
    aspect: 'refusal-body',
    statement: 'Errors are a sentence of plain text.',
    create: refusing((response) => withText(response, 'text/plain', 'This cannot be done.')),
  },
  {
    id: 'errors.empty',
    aspect: 'refusal-body',
    statement: 'Errors have no body.',
    create: refusing((response) => withoutBody(response, response.status)),
  },
  {
    id: 'errors.html',
    aspect: 'refusal-body',
    statement: 'Errors are pages for people.',
    create: refusing((response) => withText(response, 'text/html; charset=utf-8', '<!doctype html><h1>Sorry</h1>')),
  },
  {
    id: 'errors.problem-json',
    aspect: 'refusal-body',
    statement: 'Errors are problem details as in RFC 9457.',
    create: refusing((response) =>
      withText(response, 'application/problem+json', JSON.stringify({ title: 'Sorry', status: response.status })),
    ),
  },
];
