import type { WireResponse } from '../../../wire/exchange.js';
import { toText } from '../../../wire/message-body.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { alsoForHead, interceptOperation } from '../../intercept/intercept-operation.js';
import { editResponse, withHeader, withoutHeader, withStatus } from '../../intercept/response-edit.js';

const noAllow: Fault = {
  id: 'http.405-without-allow',
  clause: 'http.method-not-allowed',
  statement: 'A 405 does not say which methods are allowed.',
  create: () => async (request, next) =>
    editResponse(await next(request), (response) =>
      response.status === 405 ? { ...response, headers: withoutHeader(response.headers, 'Allow') } : response,
    ),
};

/** The routes of lists are made in another place than those of items. */
const noAllowOfLists: Fault = {
  id: 'places.list.405-without-allow',
  clause: 'http.method-not-allowed',
  statement: 'A 405 at the lists of venues and categories does not say which methods are allowed.',
  create: (_, view) => async (request, next) => {
    const isOfList = /^\/(venues|categories)$/.test(view.path(request) ?? '');
    return editResponse(await next(request), (response) =>
      isOfList && response.status === 405
        ? { ...response, headers: withoutHeader(response.headers, 'Allow') }
        : response,
    );
  },
};

const headDiffers: Fault = {
  id: 'http.head-other-status',
  clause: 'http.head',
  statement: 'A HEAD of a record that does not exist returns 200.',
  create: () => async (request, next) => {
    const outcome = await next(request);
    return request.method === 'HEAD' && !isGranted(outcome) ? withStatus(outcome, 200) : outcome;
  },
};

/** The route of HEAD finds everything. */
const headOfSlugs: Fault = {
  id: 'records.by-slug.read.head-always-found',
  clause: 'http.head',
  statement: 'A HEAD by a slug that no record has returns 200.',
  create: (_, view) => async (request, next) => {
    const outcome = await next(request);
    const isBySlug = request.method === 'HEAD' && view.path(request)?.includes('/by-slug/') === true;
    return isBySlug && !isGranted(outcome) ? withStatus(outcome, 200) : outcome;
  },
};

const headNotFound: Fault = {
  id: 'events.list.head-not-found',
  clause: 'http.head',
  statement: 'A HEAD of the list of events returns 404.',
  create: (_, view) => async (request, next) =>
    request.method === 'HEAD' && view.path(request) === '/events'
      ? withStatus(await next(request), 404)
      : next(request),
};

/** What a client gets that believes a length in characters: the first octets of the body. */
const counted = (response: WireResponse): WireResponse => {
  const { length } = toText(response.body);
  const headers = withHeader(response.headers, 'Content-Length', String(length));
  return { ...response, headers, body: response.body.subarray(0, length) };
};

const lengthInCharacters: Fault = {
  id: 'http.length-in-characters',
  clause: 'http.content-length',
  neighbours: ['http.media-type'],
  statement: 'Content-Length counts characters instead of octets, which truncates non-ASCII bodies.',
  create: () => alsoForHead(async (request, next) => editResponse(await next(request), counted)),
};

const labelledHtml: Fault = {
  id: 'categories.read.labelled-html',
  clause: 'http.media-type',
  neighbours: ['category.read'],
  statement: 'A GET of a category returns JSON labelled as HTML.',
  create: (_, view) =>
    interceptOperation(view, { id: 'categories.read' }, async ({ request }, next) =>
      editResponse(await next(request), (response) => ({
        ...response,
        headers: withHeader(response.headers, 'Content-Type', 'text/html; charset=utf-8'),
      })),
    ),
};

/** A template of another service names the page of a record, of which there is none. */
const locationOfNoPage: Fault = {
  id: 'venues.create.location-of-no-page',
  clause: 'http.location',
  neighbours: ['venue.create'],
  statement: 'The Location of a new venue points to a page of the same site that is not there.',
  create: (_, view) =>
    interceptOperation(view, { id: 'venues.create' }, async ({ request }, next) =>
      editResponse(await next(request), (response) => ({
        ...response,
        headers: response.headers.map(([name, value]) =>
          name.toLowerCase() === 'location'
            ? [name, value.replace(/\/vendor\/.*$/, '/venue/of-no-name')]
            : [name, value],
        ),
      })),
    ),
};

const locationElsewhere: Fault = {
  id: 'tags.create.location-elsewhere',
  clause: 'http.location',
  neighbours: ['tag.create'],
  statement: 'The Location of a new tag points to the tag with the next id.',
  create: (_, view) =>
    interceptOperation(view, { id: 'tags.create' }, async ({ request }, next) =>
      editResponse(await next(request), (response) => ({
        ...response,
        headers: response.headers.map(([name, value]) =>
          name.toLowerCase() === 'location'
            ? [name, value.replace(/\d+(?=\/?$)/, (id) => String(Number(id) + 1))]
            : [name, value],
        ),
      })),
    ),
};

/** The tag of a representation stays the same when the representation changes. */
const constantEtag: Fault = {
  id: 'events.read.constant-etag',
  clause: 'http.validators',
  statement: 'The ETag of an event does not change when the event does.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.read' }, async ({ request, address }, next) => {
      const outcome = await next({ ...request, headers: withoutHeader(request.headers, 'If-None-Match') });
      if (statusOf(outcome) !== 200) return outcome;
      return editResponse(outcome, (response) => ({
        ...response,
        headers: withHeader(response.headers, 'ETag', `"event-${address}"`),
      }));
    }),
};

/** Answers that breach HTTP. */
export const headerFaults: readonly Fault[] = [
  noAllow,
  noAllowOfLists,
  headDiffers,
  headOfSlugs,
  headNotFound,
  lengthInCharacters,
  labelledHtml,
  locationElsewhere,
  locationOfNoPage,
  constantEtag,
];
