import { toText } from '../../../adapter/notation/shown-values.js';
import { type Collection, resourceOf } from '../../../contract/resources.js';
import type { Send } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { statusOf } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { notingCreates } from '../../intercept/noting-creates.js';
import { findAll, recordNow } from '../../intercept/record-lookup.js';
import { representing } from '../../intercept/record-rewrite.js';
import { bodyOf, editBody } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';

const sluggedPosts = ['events', 'venues', 'organizers'] as const;

/** As much as the column holds. */
const cut = (slug: string): string => slug.slice(0, 50);

/** The suffix that makes a slug unique is at its end, which is cut off. */
const cutWhenUnique: Fault = {
  id: 'records.create.slug-cut-when-unique',
  clause: 'address.slug',
  neighbours: ['event.field.slug'],
  statement: 'A slug is made unique, then cut to fifty characters, and returns the first record that has it.',
  create(seed, view) {
    const holders = new Map<string, string>();
    const creating = notingCreates(view, sluggedPosts, ({ collection, id, record }) => {
      const slug = view.text(collection, record, 'slug');
      const key = `${collection}/${cut(slug)}`;
      if (cut(slug) !== slug && !holders.has(key)) holders.set(key, id);
    });
    const finding = interceptOperations(
      view,
      inEach(sluggedPosts, { addressing: 'slug' }),
      ({ request, collection, address, at }, next) => {
        const id = holders.get(`${collection}/${address}`);
        return next(id === undefined ? request : { ...request, target: at(`/${collection}/${id}`) });
      },
    );
    const showing = representing((_, collection, record) => {
      const slug = view.text(collection, record, 'slug');
      return cut(slug) === slug ? record : view.withField(collection, record, 'slug', cut(slug));
    });
    return inTurn(showing(seed, view), finding, creating);
  },
};

/** A slug that is taken gets the number 2, whether that is taken or not. */
const numberedOnce: Fault = {
  id: 'records.create.third-slug-is-second',
  clause: 'address.slug',
  statement: 'The third event, venue or organizer of a name shows the slug of the second.',
  create(seed, view) {
    const slugs = new Map<string, readonly string[]>();
    const borrowed = new Map<string, string>();
    const creating = notingCreates(view, sluggedPosts, ({ collection, id, record }) => {
      const name = `${collection}/${view.text(collection, record, resourceOf(collection).label)}`;
      const taken = slugs.get(name) ?? [];
      if (taken[1] !== undefined) borrowed.set(`${collection}/${id}`, taken[1]);
      slugs.set(name, [...taken, view.text(collection, record, 'slug')]);
    });
    const showing = representing((_, collection, record) => {
      const slug = borrowed.get(`${collection}/${view.id(collection, record)}`);
      return slug === undefined ? record : view.withField(collection, record, 'slug', slug);
    });
    return inTurn(showing(seed, view), creating);
  },
};

/** Whether a slug is taken is looked up among what is published. */
const draftsOverlooked: Fault = {
  id: 'records.create.slug-of-draft',
  clause: 'address.slug',
  statement: 'An event, venue or organizer with the name of a draft shows its slug.',
  create(seed, view) {
    const slugs = new Map<string, string>();
    const borrowed = new Map<string, string>();
    const creating = notingCreates(view, sluggedPosts, ({ collection, id, record }) => {
      const name = `${collection}/${view.text(collection, record, resourceOf(collection).label)}`;
      const taken = slugs.get(name);
      if (view.text(collection, record, 'status') === 'draft') slugs.set(name, view.text(collection, record, 'slug'));
      else if (taken !== undefined) borrowed.set(`${collection}/${id}`, taken);
    });
    const showing = representing((_, collection, record) => {
      const slug = borrowed.get(`${collection}/${view.id(collection, record)}`);
      return slug === undefined ? record : view.withField(collection, record, 'slug', slug);
    });
    return inTurn(showing(seed, view), creating);
  },
};

/** Slugs that are no longer unique. */
export const cutSlugs: readonly Fault[] = [cutWhenUnique, numberedOnce, draftsOverlooked];

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
  idOrSlug,
  ownSlugTaken,
  bodySlugIgnored,
];

/** What a route makes of the slug in an address; undefined where the route does not fit. */
interface NarrowRoute extends Pick<Fault, 'id' | 'statement'> {
  readonly understood: (slug: string) => string | undefined;
  /** Of events, when not given. */
  readonly among?: readonly Collection[];
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
    id: 'events.by-slug.any.letter-first',
    statement: 'The route for slugs accepts only slugs that begin with a letter.',
    understood: (slug) => (/^\p{Letter}/u.test(slug) ? slug : undefined),
  },
];

const acrossVerbs = (['read', 'update', 'delete'] as const).map((kind) => ({ kind, addressing: 'slug' }) as const);

const choices = (among: readonly Collection[]) => acrossVerbs.flatMap((choice) => inEach(among, choice));

const toFault = ({ id, statement, understood, among = ['events'] }: NarrowRoute): Fault => ({
  id,
  clause: 'address.slug',
  neighbours: ['event.field.slug'],
  statement,
  create: (_, view) =>
    interceptOperations(
      view,
      choices(among),
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
