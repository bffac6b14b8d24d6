/**
 * A question that the interface leaves open. A target may answer it as it likes; `decision` is the answer that the
 * reference server promises. `source` is the heading of the interface under which the answer would stand.
 */
export interface Gap {
  readonly id: `gap.${string}`;
  readonly question: string;
  readonly source: string;
  readonly decision: string;
}

/** What the interface leaves open about answers. */
const responseGaps = [
  {
    id: 'gap.representation',
    question: 'How is a record shown?',
    source: 'Resources and their fields',
    decision:
      'Every field under its own name, scalars as sent, unset ones null and all_day false; the password never. Besides: id, slug, url, rest_url, date, date_utc, modified, modified_utc, for events timezone, utc_start_date, utc_end_date, and for venues with coordinates geo_lat, geo_lng.',
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
    question: 'What does a field with a null default show when it was not sent?',
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
    question: 'What is the format of an error?',
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

/** What the interface leaves open about the values of a body. */
const bodyGaps = [
  {
    id: 'gap.body.format',
    question: 'In which formats may a body be sent?',
    source: 'Endpoints',
    decision: 'JSON or form-encoded, in UTF-8; another format is 415.',
  },
  {
    id: 'gap.body.unknown-field',
    question: 'What happens to a field or parameter that the interface does not name?',
    source: 'Resources and their fields',
    decision: 'It is ignored.',
  },
  {
    id: 'gap.body.coercion',
    question: 'Which values of another type are taken for a field?',
    source: 'Resources and their fields',
    decision:
      'Strings that spell the value: digits for an integer; true, false, 1 and 0 for a boolean; a list separated by commas for an array. Anything else of a wrong type is 400.',
  },
  {
    id: 'gap.body.empty',
    question: 'What do null, an empty string and an empty array mean in a body?',
    source: 'Resources and their fields',
    decision:
      'null unsets a field and an empty array unlinks. A required field that is null or blank is 400. An empty string is kept as sent.',
  },
  {
    id: 'gap.body.dates',
    question: 'Which spellings of a date and time does a body take?',
    source: 'Event',
    decision:
      'YYYY-MM-DD HH:MM:SS, also with a T between and without seconds. A bare day means midnight. A day that no calendar has is 400.',
  },
  {
    id: 'gap.body.end-before-start',
    question: 'May an event end before it starts?',
    source: 'Event',
    decision: 'No, 400. It may end when it starts.',
  },
  {
    id: 'gap.body.timezone',
    question: 'Which time zones are known, and which one has an event that names none?',
    source: 'Event',
    decision:
      "IANA names, UTC and fixed offsets such as UTC+2; any other is 400. An event that names none has the site's zone.",
  },
  {
    id: 'gap.body.clock-change',
    question: 'Which instant is a time that the clock change skips or repeats?',
    source: 'Event',
    decision: 'A skipped time is moved forward by the gap; a repeated one is the first of the two.',
  },
  {
    id: 'gap.body.markup',
    question: 'What happens to markup and to blanks around a text?',
    source: 'Resources and their fields',
    decision: 'Texts are kept as sent.',
  },
  {
    id: 'gap.body.values',
    question: 'Are the values of author, image, website, e-mail and cost checked beyond their type?',
    source: 'Resources and their fields',
    decision:
      'A website is an http or https URL, an e-mail has an @ and a domain, an author is a positive integer, a cost is a string or a number; else 400. An empty website or email is kept. An image is any text.',
  },
  {
    id: 'gap.body.required-default',
    question: "What is the null default of an organizer's name, which is required?",
    source: 'Organizer',
    decision: 'Without effect: the name is required.',
  },
] as const satisfies readonly Gap[];

/** What the interface leaves open about list parameters. */
const queryGaps = [
  {
    id: 'gap.per-page.maximum',
    question: 'How large may a page be?',
    source: 'Limits',
    decision: 'per_page is 1 to 100; anything else is 400, as is a page below 1.',
  },
  {
    id: 'gap.query.arrays',
    question: 'How is an array written in a query?',
    source: 'Events',
    decision: 'Separated by commas, as include states; a repeated name and name[]=1 are taken too.',
  },
  {
    id: 'gap.query.booleans',
    question: 'How is a boolean written in a query?',
    source: 'Events',
    decision: 'true, false, 1 or 0; anything else is 400. strict_dates, has_events and only_with_upcoming alike.',
  },
  {
    id: 'gap.query.dates',
    question: 'How is a date written in a query?',
    source: 'Events',
    decision: 'As in a body. Without a time, a strict filter means midnight.',
  },
  {
    id: 'gap.query.combination',
    question: 'What do several filters select together?',
    source: 'Events',
    decision: 'Only what all of them select.',
  },
  {
    id: 'gap.query.default-window',
    question: 'Which defaults does the service compute for start_date and end_date?',
    source: 'Events',
    decision:
      "Not ended before today 00:00 in the site's zone, and starting within 24 months. Any of the six date parameters or include lifts it.",
  },
  {
    id: 'gap.query.search-fields',
    question: 'Which fields does a search cover where none or not all are stated?',
    source: 'Venues',
    decision:
      'Events: title and description. Venues: name, description, address, phone and website. Organizers: name, description, phone, website and email. Terms: name and description.',
  },
  {
    id: 'gap.query.search-empty',
    question: 'What does an empty search select?',
    source: 'Events',
    decision: 'All records.',
  },
  {
    id: 'gap.query.geoloc-distance',
    question: 'How near must a venue be to geoloc_lat and geoloc_lng?',
    source: 'Events',
    decision: 'Within 0.01 degree in both.',
  },
  {
    id: 'gap.query.ticketed',
    question: 'Does ticketed need an extension, as geoloc is stated to?',
    source: 'Events',
    decision: 'Yes, that of tickets. A parameter that needs a switched-off extension is 400.',
  },
  {
    id: 'gap.query.provisioned',
    question: 'Where do coordinates, tickets and parent posts come from, for which no field is stated?',
    source: 'Events',
    decision: 'From the world file that the server starts with.',
  },
  {
    id: 'gap.query.zero-parent',
    question: 'What do parent=0 and post_parent=0 select?',
    source: 'Categories',
    decision: 'Nothing: no record has the id 0.',
  },
  {
    id: 'gap.query.index-values',
    question: 'Which types and values do namespace and context of the index have?',
    source: 'Index and documentation',
    decision: 'Strings. Any context is taken; a namespace other than our own is 400.',
  },
] as const satisfies readonly Gap[];

/** What the interface leaves open about the service as a whole. */
const serviceGaps = [
  {
    id: 'gap.status.values',
    question: 'Which values may status have?',
    source: 'States and transitions',
    decision: 'publish (the default), future, draft, pending and private; anything else is 400.',
  },
  {
    id: 'gap.status.transitions',
    question: 'Which changes of status are allowed, and which happen by themselves?',
    source: 'States and transitions',
    decision: 'Any change is allowed and the status is stored as sent. None happens by itself.',
  },
  {
    id: 'gap.access.scheme',
    question: 'How does a client say who it is?',
    source: 'Authentication',
    decision: 'By HTTP Basic, where users are configured; otherwise the service is open.',
  },
  {
    id: 'gap.access.permissions',
    question: 'Who may do what?',
    source: 'Authentication',
    decision:
      'Anonymous and reader read what is published; an author also creates, and changes and sees own records; an editor may do everything.',
  },
  {
    id: 'gap.access.password',
    question: 'What does a protected event show, where?',
    source: 'Authentication',
    decision:
      'Its password is set in a world file. By id every verb is 403 without it, by slug every verb is 403. Lists show title, dates and ids only, and no search finds it by its text. The password is taken from the query or the body.',
  },
  {
    id: 'gap.language.place',
    question: 'Where is ml_language sent on a request with a body?',
    source: 'Common parameter ml_language',
    decision: 'In the query; in the body it is taken too.',
  },
  {
    id: 'gap.language.other-value',
    question: 'What happens to a language that is not among the allowed ones?',
    source: 'Common parameter ml_language',
    decision: '400.',
  },
  {
    id: 'gap.language.records',
    question: 'To which language does a record belong, and where does that show?',
    source: 'What the service does',
    decision:
      'To that of ml_language at its creation, else of the path segment, else en; an update never moves it. Lists and slugs are per language, ids are reachable from every language, relations may cross.',
  },
  {
    id: 'gap.address.base-path',
    question: 'Where does the REST root lie?',
    source: 'What the service does',
    decision: 'At the origin, unless a base path is configured: /vendor/events/v1, /nl/vendor/events/v1.',
  },
  {
    id: 'gap.address.id-spelling',
    question: 'Which record is meant by leading zeros, by 0 or by an id beyond all numbers?',
    source: 'Endpoints',
    decision: 'The record of that number, leading zeros aside; without one, 404.',
  },
  {
    id: 'gap.address.trailing-slash',
    question: 'Is a path with a slash at its end the same path?',
    source: 'Endpoints',
    decision: 'Yes.',
  },
  {
    id: 'gap.caching',
    question: 'May answers be kept and reused?',
    source: 'Endpoints',
    decision:
      'Only after asking: Cache-Control is no-cache, an item has an ETag, and If-None-Match is honoured with 304.',
  },
  {
    id: 'gap.notifications',
    question: 'Does the service notify anyone of changes?',
    source: 'Events',
    decision: 'No.',
  },
  {
    id: 'gap.limits',
    question: 'Which limits are there on rate and size?',
    source: 'Limits',
    decision: 'No rate limit; a body above 1 MiB is 413.',
  },
  {
    id: 'gap.versions',
    question: 'Which other versions are there, and how long does one last?',
    source: 'Versioning',
    decision: 'There is v1 only, and no policy.',
  },
] as const satisfies readonly Gap[];

/** What the interface leaves open about creating, updating and deleting. */
const writeGaps = [
  {
    id: 'gap.create.response',
    question: 'What is the answer to a create?',
    source: 'Endpoints',
    decision: '201 with the record and its Location.',
  },
  {
    id: 'gap.update',
    question: 'How do POST, PUT and PATCH on an item differ, and what do they answer?',
    source: 'Endpoints',
    decision: 'Not at all: each changes the fields sent and keeps the others. 200 with the record.',
  },
  {
    id: 'gap.delete',
    question: 'What does DELETE do?',
    source: 'Endpoints',
    decision: 'It removes the record for good: 200 with its last representation, afterwards 404.',
  },
  {
    id: 'gap.delete.unlinks',
    question: 'What happens to the events of a deleted venue, organizer, category or tag?',
    source: 'Relations',
    decision: 'They are unlinked from it and else unchanged. Children of a deleted category become top-level.',
  },
  {
    id: 'gap.namesakes',
    question: 'May two records have the same name?',
    source: 'Resources and their fields',
    decision: 'Yes. Their slugs differ.',
  },
  {
    id: 'gap.slug',
    question: 'Which slug does a record get?',
    source: 'Event',
    decision:
      'The one sent, else one made from its title or name; unique per resource and language by a suffix -2, -3 and so on. The own slug of the record is not taken.',
  },
  {
    id: 'gap.category.cycle',
    question: 'What becomes of an update that would put a category below itself?',
    source: 'Event category',
    decision: 'It is refused with 400.',
  },
  {
    id: 'gap.concurrency',
    question: 'What happens when two clients change one record at the same time?',
    source: 'Endpoints',
    decision:
      'Writes are applied one after the other; the last one wins, field by field. An If-Match that does not hold is 412.',
  },
] as const satisfies readonly Gap[];

/** Every question that the interface leaves open, with the answer of the reference server, in the order of `interface.md`. */
export const gaps = [...responseGaps, ...writeGaps, ...bodyGaps, ...queryGaps, ...serviceGaps] as const;

/** The id of a gap, such as `gap.delete`. */
export type GapId = (typeof gaps)[number]['id'];

const byId = new Map<string, (typeof gaps)[number]>(gaps.map((gap) => [gap.id, gap]));

/** Whether this is the id of a gap. */
export const isGapId = (id: string): id is GapId => byId.has(id);

/** The gap with this id. */
export function gapOf(id: GapId): (typeof gaps)[number] {
  const found = byId.get(id);
  if (!found) throw new Error(`no gap is called ${id}`);
  return found;
}
