import type { Addressing, Method } from '../../../contract/operations.js';
import type { Collection } from '../../../contract/resources.js';
import type { WireRequest } from '../../../wire/exchange.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations } from '../../intercept/intercept-operation.js';
import { bodyOf, withJson, withoutParameter } from '../../intercept/request-edit.js';

/** A target that lets a GET name the method that it stands for. */
interface Override extends Pick<Fault, 'id' | 'statement'> {
  readonly method: Method;
  /** The query parameter or the header field that names it. */
  readonly carrier: string;
  readonly on: readonly Collection[];
  readonly by?: Addressing;
}

const overrides: readonly Override[] = [
  {
    id: 'records.read.method-override',
    statement: 'A GET with X-HTTP-Method-Override: DELETE deletes the record, unless it is a venue.',
    method: 'DELETE',
    carrier: 'X-HTTP-Method-Override',
    on: ['events', 'organizers', 'categories', 'tags'],
  },
  {
    id: 'venues.read.method-override-in-query',
    statement: 'A GET of a venue by its id with _method=DELETE deletes it.',
    method: 'DELETE',
    carrier: '_method',
    on: ['venues'],
    by: 'id',
  },
  {
    id: 'events.by-slug.read.method-override-in-query',
    statement: 'A GET of an event by its slug with _method=PATCH changes it.',
    method: 'PATCH',
    carrier: '_method',
    on: ['events'],
    by: 'slug',
  },
  {
    id: 'organizers.by-slug.read.method-override-in-header',
    statement: 'A GET of an organizer by its slug with X-Method-Override: DELETE deletes it.',
    method: 'DELETE',
    carrier: 'X-Method-Override',
    on: ['organizers'],
    by: 'slug',
  },
  {
    id: 'categories.read.method-override-in-query',
    statement: 'A GET of a category with _method=PATCH changes it.',
    method: 'PATCH',
    carrier: '_method',
    on: ['categories'],
  },
  {
    id: 'tags.read.method-override-put',
    statement: 'A GET of a tag with X-HTTP-Method: PUT changes it.',
    method: 'PUT',
    carrier: 'X-HTTP-Method',
    on: ['tags'],
  },
];

/** The method that a request names in a query parameter or a header field. */
function namedIn({ target, headers }: WireRequest, carrier: string): string | undefined {
  const named = headers.find(([name]) => name.toLowerCase() === carrier.toLowerCase())?.[1];
  return named ?? new URLSearchParams(target.split('?', 2)[1]).get(carrier) ?? undefined;
}

/** What the named method gets: the fields of the body, without those of the query. */
const asNamed = (request: WireRequest, method: Method, carrier: string): WireRequest => {
  const sent = { ...withoutParameter(request, carrier), method };
  return method === 'DELETE' ? sent : withJson(sent, bodyOf(request) ?? {});
};

/** A way for clients that send GET and POST alone, open to GET as well. */
export const overriddenMethods: readonly Fault[] = overrides.map(({ id, statement, method, carrier, on, by }) => ({
  id,
  clause: 'http.safe-methods',
  statement,
  create: (_, view) =>
    interceptOperations(view, inEach(on, { kind: 'read', ...(by && { addressing: by }) }), ({ request }, next) =>
      next(namedIn(request, carrier) === method ? asNamed(request, method, carrier) : request),
    ),
}));
