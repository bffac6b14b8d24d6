import type { Gap } from '../gap.js';

/** What the interface leaves open about answers. */
export const responseGaps = [
  {
    id: 'gap.representation',
    question: 'How is a record shown?',
    source: 'Resources and their fields',
    decision:
      'Every field under its own name, scalars as sent, unset ones null and all_day false; the password never. Besides: id, slug, url, rest_url, date, date_utc, modified, modified_utc, and for events timezone, utc_start_date, utc_end_date.',
  },
  {
    id: 'gap.representation.relations',
    question: 'How are the relations of an event shown?',
    source: 'Relations',
    decision: 'As arrays of embedded records, in the order sent.',
  },
  {
    id: 'gap.representation.count',
    question: 'What does a category or tag show of the events assigned to it?',
    source: 'Event category',
    decision: 'Its count of published events, past ones too.',
  },
  {
    id: 'gap.null-defaults',
    question: 'What does a field show whose default is null, when it was not sent?',
    source: 'Resources and their fields',
    decision: 'null.',
  },
  {
    id: 'gap.response.item',
    question: 'What is the answer to a request for one record?',
    source: 'Endpoints',
    decision: '200 with the record itself, not wrapped.',
  },
  {
    id: 'gap.response.list',
    question: 'What is the answer to a list request?',
    source: 'Endpoints',
    decision:
      '200 with the records under the name of the collection, total, total_pages, rest_url, and next_rest_url and previous_rest_url where there is such a page; headers X-WP-Total, X-WP-TotalPages and Link (RFC 8288). Links keep every parameter. An empty list is 200.',
  },
  {
    id: 'gap.response.index',
    question: 'What is the answer to the index of the namespace?',
    source: 'Index and documentation',
    decision: '200 with namespace, routes and _links.up.',
  },
  {
    id: 'gap.response.doc',
    question: 'In which format is the documentation?',
    source: 'Index and documentation',
    decision: '200 with an OpenAPI 3.1 document of all 52 operations.',
  },
  {
    id: 'gap.page.past-the-end',
    question: 'What is the answer to a page past the end?',
    source: 'Limits',
    decision: '200, empty, with the true totals.',
  },
  {
    id: 'gap.order',
    question: 'In which order are events, venues and organizers listed?',
    source: 'Endpoints',
    decision: 'Events by start, then by id; venues and organizers by id.',
  },
  {
    id: 'gap.order.terms',
    question: 'By which attributes can categories and tags be sorted, and how by default?',
    source: 'Categories',
    decision:
      'orderby is id, name (the default), slug, count, description or parent; order is asc (the default), desc, ascending or descending; ties by id; anything else is 400.',
  },
  {
    id: 'gap.errors.format',
    question: 'What does an error look like?',
    source: 'Errors',
    decision:
      'JSON with code, message and data, which holds status and, for bad parameters, params from name to message, all bad names in one answer.',
  },
  {
    id: 'gap.errors.status',
    question: 'Which status codes are used for errors?',
    source: 'Errors',
    decision:
      '400 missing or invalid input, 401 with WWW-Authenticate, 403 not allowed, 404 unknown route, id or slug, 405 with Allow, 413 too large, 415 unknown body format, 429 with Retry-After where limited.',
  },
] as const satisfies readonly Gap[];
