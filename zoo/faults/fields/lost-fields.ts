import { fieldClauseId } from '../../../contract/clauses/resource-clauses.js';
import type { Collection } from '../../../contract/resources.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { aboutFields, collectionsOf, type Fault, type FieldTable } from '../../fault.js';
import { type Choice, inEach, interceptOperation, interceptOperations } from '../../intercept/intercept-operation.js';
import { editBody } from '../../intercept/request-edit.js';

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
    on: { id: 'organizers.create', collection: 'organizers' },
    name: 'author',
    what: 'A create of an organizer drops the author.',
    how: gone,
  },
  {
    on: { id: 'venues.create', collection: 'venues' },
    name: 'website',
    what: 'A create of a venue drops the website.',
    how: gone,
  },
  {
    on: { id: 'events.update.patch', collection: 'events' },
    name: 'cost',
    what: 'A PATCH of an event drops the cost.',
    how: gone,
  },
  {
    on: { id: 'organizers.by-slug.update.post', collection: 'organizers' },
    name: 'phone',
    what: 'A POST to an organizer by its slug drops the phone.',
    how: gone,
  },
  {
    on: { id: 'events.create', collection: 'events' },
    name: 'organizer',
    what: 'A create of an event keeps only the first organizer.',
    how: (value) => (Array.isArray(value) ? value.slice(0, 1) : value),
  },
  {
    on: { id: 'venues.create', collection: 'venues' },
    name: 'zip',
    what: 'The postal code of a venue loses its leading zeros.',
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
    what: 'A create of an event drops the seconds of the end date.',
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
  create: (_, view) =>
    interceptOperation(view, loss.on, ({ request }, next) => next(editBody(request, (body) => rewrite(body, loss)))),
}));

/** A create that loses something of a body on the way. */
interface ColumnLoss {
  readonly id: string;
  readonly fields: FieldTable;
  readonly statement: string;
  /** What is left of a body; without it, the fields of the table are lost. */
  readonly leaves?: (body: JsonObject) => JsonObject;
}

const lists = ['categories', 'tags', 'venue'];

const withoutLast = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) =>
      lists.includes(name) && isJsonArray(value) ? [name, value.slice(0, -1)] : [name, value],
    ),
  );

/** Three columns, filled in the wrong order. */
const rotation: Readonly<Record<string, string>> = {
  province: 'state',
  stateprovince: 'province',
  state: 'stateprovince',
};

const rotated = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [rotation[name] ?? name, value]));

const columnLosses: readonly ColumnLoss[] = [
  {
    id: 'records.create.status-lost',
    fields: { venues: ['status'], organizers: ['status'] },
    statement: 'A create of a venue or an organizer ignores the status and publishes the record.',
  },
  {
    id: 'events.create.excerpt-and-zone-lost',
    fields: { events: ['excerpt', 'timezone'] },
    statement: 'A create of an event drops the excerpt and uses the time zone of the site.',
  },
  {
    id: 'events.create.flags-lost',
    fields: { events: ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] },
    statement: 'A create of an event clears all flags.',
  },
  {
    id: 'events.create.all_day-when-sent',
    fields: { events: ['all_day'] },
    statement: 'An event created with all_day=false lasts all day.',
    leaves: (body) => ('all_day' in body ? { ...body, all_day: true } : body),
  },
  {
    id: 'events.create.featured-is-sticky',
    fields: { events: ['sticky'] },
    statement: 'An event created as featured is sticky, too, even if sticky is sent as false.',
    leaves: (body) => (body.featured === true ? { ...body, sticky: true } : body),
  },
  {
    id: 'events.create.map-whenever-sent',
    fields: { events: ['show_map', 'show_map_link'] },
    statement: 'An event created with show_map or show_map_link has both, even if they are false.',
    leaves: (body) => ({
      ...body,
      ...('show_map' in body && { show_map: true }),
      ...('show_map_link' in body && { show_map_link: true }),
    }),
  },
  {
    id: 'events.create.last-of-list-lost',
    fields: { events: ['categories', 'tags', 'venue'] },
    statement: 'A create of an event drops its last category, tag and venue.',
    leaves: withoutLast,
  },
  {
    id: 'categories.create.parent-lost',
    fields: { categories: ['parent'] },
    statement: 'A create of a category ignores the parent.',
  },
  {
    id: 'venues.create.regions-mixed-up',
    fields: { venues: ['state', 'province', 'stateprovince'] },
    statement: 'A venue is created with its province for its state, its stateprovince for its province and so on.',
    leaves: rotated,
  },
];

const without = (body: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** Fields that a create takes and does not keep. */
export const notStored: readonly Fault[] = columnLosses.map(({ id, fields, statement, leaves }) => ({
  id,
  ...aboutFields(fields),
  neighbours: [...aboutFields(fields).neighbours, 'coherence.kept-write'],
  statement,
  create: (_, view) =>
    interceptOperations(view, inEach(collectionsOf(fields), { kind: 'create' }), ({ request, collection }, next) =>
      next(editBody(request, leaves ?? ((body) => without(body, fields[collection] ?? [])))),
    ),
}));
