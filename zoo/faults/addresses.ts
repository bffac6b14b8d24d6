import { statusOf } from '../edit-answer.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';

/** A slug is looked for by its beginning. */
const slugPrefix: Fault = {
  id: 'venues.by-slug.read.prefix',
  clause: 'address.slug',
  neighbours: ['venue.read'],
  statement: 'The beginning of a slug leads to a venue whose slug is longer.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'venues.by-slug.read' }, async ({ request, address, at }, next) => {
      const outcome = await next(request);
      if (statusOf(outcome) !== 404 || address === '') return outcome;
      const list = await next({ method: 'GET', target: at('/venues?per_page=100'), headers: [] });
      const alike = lens.items('venues', list).find((item) => lens.text('venues', item, 'slug').startsWith(address));
      return alike ? next({ ...request, target: at(`/venues/${lens.id('venues', alike)}`) }) : outcome;
    }),
};

/** The address by slug takes ids too. */
const idAsSlug: Fault = {
  id: 'events.by-slug.read.id',
  clause: 'address.slug',
  neighbours: ['event.read'],
  statement: 'The id of an event works as its slug.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.by-slug.read' }, async ({ request, address, at }, next) => {
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
  statement: 'The address of a tag with the id of another kind of record leads to that record.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'tags.read' }, async ({ request, address, at }, next) => {
      let outcome = await next(request);
      for (const other of ['categories', 'events', 'venues', 'organizers']) {
        if (statusOf(outcome) === 404) outcome = await next({ ...request, target: at(`/${other}/${address}`) });
      }
      return outcome;
    }),
};

/** Addresses that lead to more than one record, or to the wrong one. */
export const addresses: readonly Fault[] = [slugPrefix, idAsSlug, anyKind];
