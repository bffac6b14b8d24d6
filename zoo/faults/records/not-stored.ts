import { isJsonArray, type JsonObject } from '../../../harness/json.js';
import { aboutFields, collectionsOf, type FieldTable } from '../../about-fields.js';
import { editBody } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations } from '../../on.js';

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
    statement: 'A venue or an organizer is published at once, whatever status is sent.',
  },
  {
    id: 'events.create.excerpt-and-zone-lost',
    fields: { events: ['excerpt', 'timezone'] },
    statement: 'An event is created without its excerpt and in the time zone of the site.',
  },
  {
    id: 'events.create.flags-lost',
    fields: { events: ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] },
    statement: 'An event is created with none of its flags set.',
  },
  {
    id: 'events.create.all_day-when-sent',
    fields: { events: ['all_day'] },
    statement: 'An event that is created with all_day lasts all day, also when it is false.',
    leaves: (body) => ('all_day' in body ? { ...body, all_day: true } : body),
  },
  {
    id: 'events.create.featured-is-sticky',
    fields: { events: ['sticky'] },
    statement: 'An event that is created as featured is sticky, too, also where it is sent as not.',
    leaves: (body) => (body.featured === true ? { ...body, sticky: true } : body),
  },
  {
    id: 'events.create.map-whenever-sent',
    fields: { events: ['show_map', 'show_map_link'] },
    statement: 'An event that is created with a word on its map or the link to it has both, also when that is false.',
    leaves: (body) => ({
      ...body,
      ...('show_map' in body && { show_map: true }),
      ...('show_map_link' in body && { show_map_link: true }),
    }),
  },
  {
    id: 'events.create.last-of-list-lost',
    fields: { events: ['categories', 'tags', 'venue'] },
    statement: 'An event is created without the last of its categories, tags and venues.',
    leaves: withoutLast,
  },
  {
    id: 'categories.create.parent-lost',
    fields: { categories: ['parent'] },
    statement: 'A category is created at the top level, whatever parent is sent.',
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
  create: (_, lens) =>
    interceptOperations(lens, inEach(collectionsOf(fields), { kind: 'create' }), ({ request, collection }, next) =>
      next(editBody(request, leaves ?? ((body) => without(body, fields[collection] ?? [])))),
    ),
}));
