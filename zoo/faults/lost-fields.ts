import { fieldClauseId } from '../../contract/clauses/fields.js';
import type { Collection } from '../../contract/field.js';
import type { JsonObject, JsonValue } from '../../harness/json.js';
import { editBody } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { type Choice, interceptOperation } from '../on.js';

const KEPT = ['coherence.kept-write', 'coherence.shown-everywhere'] as const;

interface Loss {
  readonly on: Choice & { readonly collection: Collection };
  readonly name: string;
  readonly what: string;
  /** What is left of the value sent; undefined when nothing is. */
  readonly how: (value: JsonValue) => JsonValue | undefined;
}

const gone = () => undefined;

const losses: readonly Loss[] = [
  {
    on: { id: 'venues.create', collection: 'venues' },
    name: 'website',
    what: 'A venue is created without the website that was sent.',
    how: gone,
  },
  {
    on: { id: 'events.update.patch', collection: 'events' },
    name: 'cost',
    what: 'A PATCH of an event drops the cost that was sent.',
    how: gone,
  },
  {
    on: { id: 'organizers.by-slug.update.post', collection: 'organizers' },
    name: 'phone',
    what: 'A POST to an organizer by its slug drops the phone that was sent.',
    how: gone,
  },
  {
    on: { id: 'events.create', collection: 'events' },
    name: 'organizer',
    what: 'An event is created with the first of its organizers alone.',
    how: (value) => (Array.isArray(value) ? value.slice(0, 1) : value),
  },
  {
    on: { id: 'venues.create', collection: 'venues' },
    name: 'zip',
    what: 'The postal code of a venue loses its zeros in front.',
    how: (value) => (typeof value === 'string' ? value.replace(/^0+(?=.)/, '') : value),
  },
  {
    on: { id: 'categories.create', collection: 'categories' },
    name: 'description',
    what: 'The description of a category is cut after twenty characters.',
    how: (value) => (typeof value === 'string' ? value.slice(0, 20) : value),
  },
  {
    on: { id: 'events.create', collection: 'events' },
    name: 'end_date',
    what: 'The seconds of an end date are lost when an event is created.',
    how: (value) => (typeof value === 'string' ? value.replace(/:\d\d$/, ':00') : value),
  },
];

function rewrite(body: JsonObject, { name, how }: Loss): JsonObject {
  const { [name]: sent, ...others } = body;
  const kept = sent === undefined ? undefined : how(sent);
  return kept === undefined ? others : { ...body, [name]: kept };
}

/** Fields that do not survive the way to the store. */
export const lostFields: readonly Fault[] = losses.map((loss) => ({
  id: `${loss.on.id}.${loss.name}-lost`,
  clause: fieldClauseId(loss.on.collection, loss.name),
  neighbours: KEPT,
  statement: loss.what,
  create: (_, lens) =>
    interceptOperation(lens, loss.on, ({ request }, next) => next(editBody(request, (body) => rewrite(body, loss)))),
}));
