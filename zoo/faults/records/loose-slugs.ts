import type { JsonObject } from '../../../harness/json.js';
import { toText } from '../../../target/shown-values.js';
import type { OperationCall } from '../../asked.js';
import { bodyOf, editBody } from '../../edit-request.js';
import { statusOf } from '../../edit-answer.js';
import type { Fault } from '../../fault.js';
import { findAll, recordNow } from '../../look-up.js';
import { inEach, interceptOperation, interceptOperations } from '../../on.js';

/** A slug is looked for by its beginning. */
const beginning: Fault = {
  id: 'events.by-slug.read.beginning',
  clause: 'address.slug',
  neighbours: ['event.read'],
  statement: 'The beginning of a slug leads to an event whose slug is longer.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.by-slug.read' }, async (asked, next) => {
      const { request, address, at } = asked;
      const outcome = await next(request);
      if (statusOf(outcome) !== 404) return outcome;
      const events = await findAll({ lens, asked, next }, 'events');
      const found = events.find((event) => lens.text('events', event, 'slug').startsWith(address));
      return found ? next({ ...request, target: at(`/events/${lens.id('events', found)}`) }) : outcome;
    }),
};

const toTarget = ({ collection, at }: OperationCall, slug: string): string =>
  at(`/${collection}/by-slug/${encodeURIComponent(slug)}`);

/** What stands behind the last hyphen was put there to tell namesakes apart. */
const endingIgnored: Fault = {
  id: 'records.by-slug.read.ending-ignored',
  clause: 'address.slug',
  neighbours: ['event.read', 'venue.read'],
  statement: 'A slug that no event or venue has leads to the one that has it up to the last hyphen.',
  create: (_, lens) =>
    interceptOperations(
      lens,
      inEach(['events', 'venues'], { kind: 'read', addressing: 'slug' }),
      async (asked, next) => {
        const outcome = await next(asked.request);
        const shorter = asked.address.replace(/-[^-]*$/, '');
        const isLonger = statusOf(outcome) === 404 && shorter !== asked.address;
        return isLonger ? next({ ...asked.request, target: toTarget(asked, shorter) }) : outcome;
      },
    ),
};

/** One parameter takes both. */
const idOrSlug: Fault = {
  id: 'venues.by-slug.read.id-or-slug',
  clause: 'address.slug',
  neighbours: ['venue.read'],
  statement: 'The id of a venue works as its slug.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'venues.by-slug.read' }, ({ request, address, at }, next) =>
      next(/^\d+$/.test(address) ? { ...request, target: at(`/venues/${address}`) } : request),
    ),
};

const slugged = ['events', 'categories', 'tags'] as const;

/** Who has the slug is not looked at. */
const ownSlugTaken: Fault = {
  id: 'records.update.own-slug-taken',
  clause: 'event.field.slug',
  neighbours: ['category.field.slug', 'tag.field.slug'],
  statement: 'An update that sends the slug which the record has already gives it another ending.',
  create: (_, lens) =>
    interceptOperations(lens, inEach(slugged, { kind: 'update' }), async (asked, next) => {
      const { request, collection } = asked;
      const sent = bodyOf(request)?.slug;
      const record = sent === undefined ? undefined : await recordNow(lens, asked, next);
      const isOwn = record !== undefined && sent === lens.text(collection, record, 'slug');
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
  statement: 'An update of an event by its slug takes another slug in its body and ignores it.',
  create: (_, lens) =>
    interceptOperations(lens, [{ kind: 'update', collection: 'events', addressing: 'slug' }], ({ request }, next) =>
      next(editBody(request, withoutSlug)),
    ),
};

/** Slugs that lead to a record of another slug, or to none. */
export const looseSlugs: readonly Fault[] = [beginning, endingIgnored, idOrSlug, ownSlugTaken, bodySlugIgnored];
