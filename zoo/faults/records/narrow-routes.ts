import type { Send } from '../../../harness/exchange.js';
import type { OperationCall } from '../../asked.js';
import { toRefusal } from '../../edit-answer.js';
import type { Fault } from '../../fault.js';
import { interceptOperations } from '../../on.js';

/** What a route makes of the slug in an address; undefined where the route does not fit. */
interface NarrowRoute extends Pick<Fault, 'id' | 'statement'> {
  readonly understood: (slug: string) => string | undefined;
}

const routes: readonly NarrowRoute[] = [
  {
    id: 'events.by-slug.any.not-decoded',
    statement: 'The slug in an address is compared as it is written there, percent-encoded.',
    understood: encodeURIComponent,
  },
  {
    id: 'events.by-slug.any.lower-cased',
    statement: 'The slug in an address is put into small letters before an event is looked for.',
    understood: (slug) => slug.toLowerCase(),
  },
  {
    id: 'events.by-slug.any.format-dropped',
    statement: 'What stands behind a dot at the end of a slug is taken for a format and left out.',
    understood: (slug) => slug.replace(/\.\w+$/, ''),
  },
  {
    id: 'events.by-slug.any.letter-first',
    statement: 'The route for slugs wants a letter first.',
    understood: (slug) => (/^\p{Letter}/u.test(slug) ? slug : undefined),
  },
];

const acrossVerbs = (['read', 'update', 'delete'] as const).map(
  (kind) => ({ kind, collection: 'events', addressing: 'slug' }) as const,
);

const toFault = ({ id, statement, understood }: NarrowRoute): Fault => ({
  id,
  clause: 'address.slug',
  neighbours: ['event.field.slug'],
  statement,
  create: (_, lens) =>
    interceptOperations(lens, acrossVerbs, async ({ request, address, at }: OperationCall, next: Send) => {
      const slug = understood(address);
      if (slug === address) return next(request);
      return slug === undefined
        ? toRefusal(404)
        : next({ ...request, target: at(`/events/by-slug/${encodeURIComponent(slug)}`) });
    }),
});

/** Routes that do not let every slug through as it is. */
export const narrowRoutes: readonly Fault[] = routes.map(toFault);
