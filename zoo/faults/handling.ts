import { parseJson, toText } from '../../harness/body.js';
import { toRefusal } from '../edit-answer.js';
import { withJson } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';

const crashesOnMalformed: Fault = {
  id: 'http.500-on-malformed-json',
  clause: 'http.server-error',
  statement: 'A body that is no JSON is answered with 500.',
  create: () => async (request, next) => {
    const isMalformed = request.body !== undefined && parseJson(toText(request.body)) === undefined;
    const isForm = request.headers.some(([, value]) => /form/.test(value));
    return isMalformed && !isForm ? toRefusal(500) : next(request);
  },
};

const crashesOnBadNumber: Fault = {
  id: 'events.list.500-on-bad-page',
  clause: 'http.server-error',
  statement: 'A list of events with a page that is no number is answered with 500.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, async ({ request, query }, next) =>
      /^\d*$/.test(query.get('page') ?? '') ? next(request) : toRefusal(500),
    ),
};

/** A GET with fields in its query writes them. */
const getWrites: Fault = {
  id: 'venues.read.writes',
  clause: 'http.safe-methods',
  statement: 'A GET of a venue with a field in its query changes the venue.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'venues.read' }, async ({ request, query }, next) => {
      const fields = ['venue', 'description', 'city', 'phone'].filter((name) => query.has(name));
      if (fields.length === 0) return next(request);
      const body = Object.fromEntries(fields.map((name) => [name, query.get(name) ?? '']));
      return next(withJson({ ...request, method: 'PATCH', target: request.target.split('?', 1)[0] ?? '' }, body));
    }),
};

/** Requests that are handled as HTTP forbids. */
export const handling: readonly Fault[] = [crashesOnMalformed, crashesOnBadNumber, getWrites];
