import type { ClauseId } from '../../../contract/clauses/clauses.js';
import { fieldClauseId } from '../../../contract/clauses/resource-clauses.js';
import { type Collection, collections, resourceOf } from '../../../contract/resources.js';
import { toText } from '../../../adapter/notation/shown-values.js';
import type { Fault } from '../../fault.js';
import { interceptOperations } from '../../intercept/intercept-operation.js';
import { bodyOf } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';

interface Refusing {
  readonly id: string;
  readonly collection: Collection;
  readonly field: string;
  readonly statement: string;
  readonly isRefused: (text: string) => boolean;
}

const refusing: readonly Refusing[] = [
  {
    id: 'venues.create.website-with-query-refused',
    collection: 'venues',
    field: 'website',
    statement: 'A venue with a query in its website is refused.',
    isRefused: (text) => text.includes('?'),
  },
  {
    id: 'organizers.create.email-refused',
    collection: 'organizers',
    field: 'email',
    statement: 'An organizer with an e-mail address is refused.',
    isRefused: (text) => text !== '',
  },
  {
    id: 'events.create.cost-refused',
    collection: 'events',
    field: 'cost',
    statement: 'An event with a cost is refused.',
    isRefused: (text) => text !== '',
  },
];

const toFault = ({ id, collection, field, statement, isRefused }: Refusing): Fault => ({
  id,
  clause: fieldClauseId(collection, field) satisfies ClauseId,
  statement,
  create: (_, view) =>
    interceptOperations(
      view,
      [
        { kind: 'create', collection },
        { kind: 'update', collection },
      ],
      ({ request }, next) => {
        const value = bodyOf(request)?.[field];
        return value !== undefined && isRefused(toText(value)) ? Promise.resolve(toRefusal(400)) : next(request);
      },
    ),
});

/** Writes that refuse what a field may safely contain. */
export const refusedSafeValues: readonly Fault[] = refusing.map(toFault);

/** Names that are taken for none. */
export const unnamedZeros: readonly Fault[] = collections.map((collection) =>
  toFault({
    id: `${collection}.create.zero-unnamed`,
    collection,
    field: resourceOf(collection).label,
    statement: `A record of ${collection} that is called 0 is refused, as if it had no name.`,
    isRefused: (text) => text === '0',
  }),
);
