import { toText } from '../../../adapter/notation/shown-values.js';
import type { Collection } from '../../../contract/resources.js';
import type { Send } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { findAll, recordNow } from '../../intercept/record-lookup.js';
import { bodyOf, editBody } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';

/** A slug is looked for by its beginning. */
const beginning: Fault = {
  id: 'events.by-slug.read.beginning',
  clause: 'address.slug',
  neighbours: ['event.read'],
  statement: 'The beginning of a slug returns an event with a longer slug.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.by-slug.read' }, async (call, next) => {
      const { request, address, at } = call;
      const outcome = await next(request);
      if (statusOf(outcome) !== 404) return outcome;
      const events = await findAll({ view, call, next }, 'events');
      const found = events.find((event) => view.text('events', event, 'slug').startsWith(address));
      return found ? next({ ...request, target: at(`/events/${view.id('events', found)}`) }) : outcome;
    }),
};

const toTarget = ({ collection, at }: OperationCall, slug: string): string =>
  at(`/${collection}/by-slug/${encodeURIComponent(slug)}`);

/** The part after the last hyphen is taken for the suffix that makes a slug unique. */
const endingIgnored: Fault = {
  id: 'records.by-slug.read.ending-ignored',
  clause: 'address.slug',
  neighbours: ['event.read', 'venue.read'],
  statement: 'A slug that no event or venue has returns the one that has it up to the last hyphen.',
  create: (_, view) =>
    interceptOperations(
      view,
      inEach(['events', 'venues'], { kind: 'read', addressing: 'slug' }),
      async (call, next) => {
        const outcome = await next(call.request);
        const shorter = call.address.replace(/-[^-]*$/, '');
        const isLonger = statusOf(outcome) === 404 && shorter !== call.address;
        return isLonger ? next({ ...call.request, target: toTarget(call, shorter) }) : outcome;
      },
    ),
};

/** Slugs are compared by LIKE. */
const patternOfSlug: Fault = {
  id: 'records.by-slug.read.pattern',
  clause: 'address.slug',
  neighbours: ['event.read', 'venue.read', 'organizer.read'],
  statement: 'An underscore in the slug of an event, a venue or an organizer stands for any character.',
  create: (_, view) =>
    interceptOperations(
      view,
      inEach(['events', 'venues', 'organizers'], { kind: 'read', addressing: 'slug' }),
      async (call, next) => {
        const outcome = await next(call.request);
        if (statusOf(outcome) !== 404 || !call.address.includes('_')) return outcome;
        const pattern = new RegExp(`^${call.address.replace(/[^\w-]/g, '\\$&').replaceAll('_', '.')}$`);
        const all = await findAll({ view, call, next }, call.collection);
        const slug = all.map((one) => view.text(call.collection, one, 'slug')).find((one) => pattern.test(one));
        return slug === undefined ? outcome : next({ ...call.request, target: toTarget(call, slug) });
      },
    ),
};

/** A collation of the database ignores case. */
const caseIgnored: Fault = {
  id: 'events.by-slug.read.case-ignored',
  clause: 'address.slug',
  neighbours: ['event.read', 'event.field.slug'],
  statement: 'A GET by slug returns the first event with the same slug but for case.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.by-slug.read' }, async (call, next) => {
      const outcome = await next(call.request);
      if (!isGranted(outcome)) return outcome;
      const all = await findAll({ view, call, next }, 'events');
      const ids = all
        .filter((one) => view.text('events', one, 'slug').toLowerCase() === call.address.toLowerCase())
        .map((one) => view.id('events', one))
        .toSorted((one, other) => Number(one) - Number(other));
      return ids.length < 2 ? outcome : next({ ...call.request, target: call.at(`/events/${ids[0]}`) });
    }),
};

/** One parameter takes both. */
const idOrSlug: Fault = {
  id: 'venues.by-slug.read.id-or-slug',
  clause: 'address.slug',
  neighbours: ['venue.read'],
  statement: 'The id of a venue works as its slug.',
  create: (_, view) =>
    interceptOperation(view, { id: 'venues.by-slug.read' }, ({ request, address, at }, next) =>
      next(/^\d+$/.test(address) ? { ...request, target: at(`/venues/${address}`) } : request),
    ),
};

/** What reads an event by its slug knows that digits may be one; what writes does not. */
const writesById: Fault = {
  id: 'events.by-slug.write.digits-as-id',
  clause: 'address.slug',
  neighbours: ['event.update', 'event.delete'],
  statement: 'An update or a DELETE of an event by a slug of digits reaches the event with that id.',
  create: (_, view) =>
    interceptOperations(
      view,
      (['update', 'delete'] as const).map((kind) => ({ kind, collection: 'events', addressing: 'slug' })),
      async ({ request, address, at }, next) => {
        if (!/^\d+$/.test(address)) return next(request);
        const target = at(`/events/${address}`);
        const read = await next({ method: 'GET', target, headers: request.headers });
        return next(isGranted(read) ? { ...request, target } : request);
      },
    ),
};

const slugged = ['events', 'categories', 'tags'] as const;

/** Who has the slug is not looked at. */
const ownSlugTaken: Fault = {
  id: 'records.update.own-slug-taken',
  clause: 'event.field.slug',
  neighbours: ['category.field.slug', 'tag.field.slug'],
  statement: 'An update that sends the current slug of a record adds a suffix to it.',
  create: (_, view) =>
    interceptOperations(view, inEach(slugged, { kind: 'update' }), async (call, next) => {
      const { request, collection } = call;
      const sent = bodyOf(request)?.slug;
      const record = sent === undefined ? undefined : await recordNow(view, call, next);
      const isOwn = record !== undefined && sent === view.text(collection, record, 'slug');
      return next(isOwn ? editBody(request, (body) => ({ ...body, slug: `${toText(sent)}-2` })) : request);
    }),
};

/** A slug is made of the name, whoever set it. */
const renamedWithName: Fault = {
  id: 'categories.update.post.slug-of-name',
  clause: 'coherence.siblings',
  neighbours: ['category.field.slug', 'coherence.kept-write'],
  statement: 'A POST on a category that sends a name and no slug makes its slug of the name.',
  create: (_, view) =>
    interceptOperation(view, { id: 'categories.update.post' }, ({ request }, next) =>
      next(
        editBody(request, (body) =>
          'name' in body
            ? {
                slug: toText(body.name)
                  .toLowerCase()
                  .replace(/[^a-z0-9]+/g, '-'),
                ...body,
              }
            : body,
        ),
      ),
    ),
};

const withoutSlug = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'slug'));

/** The slug of the path and that of the body are one parameter. */
const bodySlugIgnored: Fault = {
  id: 'events.by-slug.update.slug-ignored',
  clause: 'event.field.slug',
  neighbours: ['address.slug'],
  statement: 'An update of an event by its slug accepts a slug in the body and ignores it.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'update', collection: 'events', addressing: 'slug' }], ({ request }, next) =>
      next(editBody(request, withoutSlug)),
    ),
};

/** Slugs that return a record with another slug, or none. */
export const looseSlugs: readonly Fault[] = [
  beginning,
  endingIgnored,
  patternOfSlug,
  caseIgnored,
  idOrSlug,
  writesById,
  ownSlugTaken,
  renamedWithName,
  bodySlugIgnored,
];

/** What a route makes of the slug in an address; undefined where the route does not fit. */
interface NarrowRoute extends Pick<Fault, 'id' | 'statement'> {
  readonly understood: (slug: string) => string | undefined;
  /** Of events, when not given. */
  readonly among?: readonly Collection[];
  /** All verbs, when not given. */
  readonly kinds?: readonly SlugKind[];
}

type SlugKind = 'read' | 'update' | 'delete';

/** What a framework has decoded is decoded once more. */
function decodedAgain(slug: string): string | undefined {
  try {
    return decodeURIComponent(slug);
  } catch {
    return undefined;
  }
}

const routes: readonly NarrowRoute[] = [
  {
    id: 'events.by-slug.any.not-decoded',
    statement: 'The slug in an address is compared without percent-decoding.',
    understood: encodeURIComponent,
  },
  ...(['venues', 'organizers'] as const).map((collection) => ({
    id: `${collection}.by-slug.any.not-decoded`,
    statement: `The slug in the address of a record of ${collection} is compared without percent-decoding.`,
    understood: encodeURIComponent,
    among: [collection],
  })),
  {
    id: 'organizers.by-slug.update.not-decoded',
    statement: 'The slug in the address of an update of an organizer is compared without percent-decoding.',
    understood: encodeURIComponent,
    among: ['organizers'],
    kinds: ['update'],
  },
  {
    id: 'events.by-slug.any.lower-cased',
    statement: 'The slug in the address of an event is lower-cased before the lookup.',
    understood: (slug) => slug.toLowerCase(),
  },
  {
    id: 'events.by-slug.any.format-dropped',
    statement: 'A slug is cut at its last dot, as if a file extension followed.',
    understood: (slug) => slug.replace(/\.\w+$/, ''),
  },
  {
    id: 'events.by-slug.any.decoded-twice',
    statement: 'The slug in the address of an event is percent-decoded twice.',
    understood: decodedAgain,
  },
  {
    id: 'events.by-slug.any.letter-first',
    statement: 'The route for slugs accepts only slugs that begin with a letter.',
    understood: (slug) => (/^\p{Letter}/u.test(slug) ? slug : undefined),
  },
];

const everyKind = ['read', 'update', 'delete'] as const;

const choices = (among: readonly Collection[], kinds: readonly SlugKind[]) =>
  kinds.flatMap((kind) => inEach(among, { kind, addressing: 'slug' }));

const toFault = ({ id, statement, understood, among = ['events'], kinds = everyKind }: NarrowRoute): Fault => ({
  id,
  clause: 'address.slug',
  neighbours: ['event.field.slug'],
  statement,
  create: (_, view) =>
    interceptOperations(
      view,
      choices(among, kinds),
      async ({ request, collection, address, at }: OperationCall, next: Send) => {
        const slug = understood(address);
        if (slug === address) return next(request);
        return slug === undefined
          ? toRefusal(404)
          : next({ ...request, target: at(`/${collection}/by-slug/${encodeURIComponent(slug)}`) });
      },
    ),
});

/** Routes that do not let every slug through as it is. */
export const narrowRoutes: readonly Fault[] = routes.map(toFault);
