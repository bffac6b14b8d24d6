import { type Collection, collections, resourceOf } from '../../../contract/resources.js';
import type { JsonObject } from '../../../wire/json.js';
import { statusOf } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations } from '../../intercept/intercept-operation.js';
import { editResponse, toJsonResponse, withBody, withStatus } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';

/** A slug is looked for by its beginning. */
const slugPrefix: Fault = {
  id: 'venues.by-slug.read.prefix',
  clause: 'address.slug',
  neighbours: ['venue.read'],
  statement: 'The beginning of a slug returns a venue with a longer slug.',
  create: (_, view) =>
    interceptOperation(view, { id: 'venues.by-slug.read' }, async ({ request, address, at }, next) => {
      const outcome = await next(request);
      if (statusOf(outcome) !== 404 || address === '') return outcome;
      const list = await next({ method: 'GET', target: at('/venues?per_page=100'), headers: [] });
      const alike = view.items('venues', list).find((item) => view.text('venues', item, 'slug').startsWith(address));
      return alike ? next({ ...request, target: at(`/venues/${view.id('venues', alike)}`) }) : outcome;
    }),
};

/** The address by slug takes ids too. */
const idAsSlug: Fault = {
  id: 'events.by-slug.read.id',
  clause: 'address.slug',
  neighbours: ['event.read'],
  statement: 'The id of an event works as its slug.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.by-slug.read' }, async ({ request, address, at }, next) => {
      const outcome = await next(request);
      const isId = statusOf(outcome) === 404 && /^\d+$/.test(address);
      return isId ? next({ ...request, target: at(`/events/${address}`) }) : outcome;
    }),
};

/** Records of all kinds are served under the address of one. */
const anyKind: Fault = {
  id: 'tags.read.any-kind',
  clause: 'address.id',
  neighbours: ['tag.read'],
  statement: 'A GET of a tag by the id of another kind of record returns that record.',
  create: (_, view) =>
    interceptOperation(view, { id: 'tags.read' }, async ({ request, address, at }, next) => {
      let outcome = await next(request);
      for (const other of ['categories', 'events', 'venues', 'organizers']) {
        if (statusOf(outcome) === 404) outcome = await next({ ...request, target: at(`/${other}/${address}`) });
      }
      return outcome;
    }),
};

/** Addresses that return more than one record, or the wrong one. */
export const addresses: readonly Fault[] = [slugPrefix, idAsSlug, anyKind];

/** The id of an item has the form that it has in another service. */
const globalId: Fault = {
  id: 'records.read.global-id',
  clause: 'event.read',
  neighbours: ['venue.read', 'organizer.read', 'category.read', 'tag.read'],
  statement: 'A GET by id shows the id prefixed with the kind of record.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'read', addressing: 'id' }], async ({ request, collection }, next) =>
      view.editRecord(collection, await next(request), (record) =>
        view.withId(collection, record, `${resourceOf(collection).singular}-${view.id(collection, record)}`),
      ),
    ),
};

/** By its slug, a record is a document that its slug names. */
const slugAsId: Fault = {
  id: 'records.by-slug.read.slug-as-id',
  clause: 'event.read',
  neighbours: ['venue.read', 'organizer.read', 'address.slug'],
  statement: 'A GET by slug shows the slug as the id.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'read', addressing: 'slug' }], async ({ request, collection, address }, next) =>
      view.editRecord(collection, await next(request), (record) => view.withId(collection, record, address)),
    ),
};

const contactless = (view: WireView, collection: Collection, record: JsonObject): JsonObject =>
  ['phone', 'website'].reduce((shown, name) => view.withField(collection, shown, name, ''), record);

/** The page that is meant for visitors shows less. */
const contactHidden: Fault = {
  id: 'venues.by-slug.read.contact-hidden',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.siblings'],
  statement: 'A GET of a venue or an organizer by slug lacks the telephone number and the website.',
  create: (_, view) =>
    interceptOperations(
      view,
      inEach(['venues', 'organizers'], { kind: 'read', addressing: 'slug' }),
      async (call, next) =>
        view.editRecord(call.collection, await next(call.request), (record) =>
          contactless(view, call.collection, record),
        ),
    ),
};

/** Items that are not shown alike by id and by slug. */
export const itemReads: readonly Fault[] = [globalId, slugAsId, contactHidden];

const readsOf = (some: readonly Collection[]): readonly string[] =>
  some.map((collection) => `${resourceOf(collection).singular}.read`);

/** A query that finds nothing is no error. */
const unknownEmpty: Fault = {
  id: 'records.read.unknown-empty',
  clause: 'address.id',
  neighbours: ['address.slug', ...readsOf(['events', 'venues'])],
  statement: 'A GET of an event or a venue that does not exist, by id or by slug, returns an empty object.',
  create: (_, view) =>
    interceptOperations(view, inEach(['events', 'venues'], { kind: 'read' }), async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) === 404 ? toJsonResponse(200, {}) : outcome;
    }),
};

const others = ['organizers', 'categories', 'tags'] as const;

/** There is nothing to show, and that is what is said. */
const unknownWithoutContent: Fault = {
  id: 'records.read.unknown-no-content',
  clause: 'address.id',
  neighbours: readsOf(others),
  statement: 'A GET of an organizer, a category or a tag that does not exist returns 204.',
  create: (_, view) =>
    interceptOperations(view, inEach(others, { kind: 'read', addressing: 'id' }), async ({ request }, next) => {
      const outcome = await next(request);
      if (statusOf(outcome) !== 404) return outcome;
      return withStatus(
        editResponse(outcome, (response) => withBody(response, new Uint8Array())),
        204,
      );
    }),
};

/** All records are in one table, and only their ids are looked at. */
const oneTable: Fault = {
  id: 'records.read.any-kind',
  clause: 'address.id',
  neighbours: readsOf(collections),
  statement: 'An id returns its record under every collection, also those of other kinds.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'read', addressing: 'id' }], async ({ request, address, at }, next) => {
      let outcome = await next(request);
      for (const collection of collections) {
        if (statusOf(outcome) === 404) outcome = await next({ ...request, target: at(`/${collection}/${address}`) });
      }
      return outcome;
    }),
};

/** The digits at the beginning are the number. */
const digitsFirst: Fault = {
  id: 'records.read.digits-first',
  clause: 'address.id',
  statement: 'An id with letters after its digits returns the record with those digits as its id.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'read', addressing: 'id' }], ({ request, collection, address, at }, next) => {
      const digits = /^\d+(?=\D)/.exec(address)?.[0];
      return next(digits === undefined ? request : { ...request, target: at(`/${collection}/${digits}`) });
    }),
};

/** One of several routes reads its id as far as it is a number. */
const digitsOfOne: Fault = {
  id: 'organizers.read.digits-first',
  clause: 'address.id',
  neighbours: ['coherence.siblings'],
  statement: 'An id with letters after its digits returns the organizer with those digits as its id.',
  create: (_, view) =>
    interceptOperation(view, { id: 'organizers.read' }, ({ request }, next) =>
      next({ ...request, target: request.target.replace(/(\/\d+)[a-z]\w*(?=$|\?)/, '$1') }),
    ),
};

/** The digits of an id are read as those of any number. */
const exponentsRead: Fault = {
  id: 'records.read.id-with-exponent',
  clause: 'address.id',
  statement: 'A GET by an id followed by e0 returns the record with that id.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'read', addressing: 'id' }], ({ request }, next) =>
      next({ ...request, target: request.target.replace(/(\/\d+)e0(?=$|\?)/, '$1') }),
    ),
};

/** Ids with which a GET returns what it should not. */
export const looseIds: readonly Fault[] = [
  unknownEmpty,
  unknownWithoutContent,
  oneTable,
  digitsFirst,
  digitsOfOne,
  exponentsRead,
];
