import { alsoForHead } from '../also-for-head.js';
import { editResponse, isGranted, withBody, withHeader } from '../edit-answer.js';
import type { Variant } from '../variant.js';

const page = Buffer.from('<!doctype html><title>Calendar</title><p>Ask for events, venues, organizers, and so on.');

/** In which format the documentation is, is a gap: it may be written for people. */
export const documentation: Variant = {
  id: 'documentation.page',
  aspect: 'documentation',
  statement: 'The documentation is a page of HTML.',
  allowances: [{ requirement: 'doc.read.collections', reason: 'only documentation in the OpenAPI format has paths' }],
  create: (_, lens) =>
    alsoForHead(async (request, next) => {
      const outcome = await next(request);
      if (request.method !== 'GET' || lens.path(request) !== '/doc' || !isGranted(outcome)) return outcome;
      return editResponse(outcome, (response) => {
        const headers = withHeader(response.headers, 'Content-Type', 'text/html; charset=utf-8');
        return withBody({ ...response, headers }, page);
      });
    }),
};
