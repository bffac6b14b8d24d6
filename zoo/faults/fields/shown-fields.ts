import { addSeconds } from '../../../adapter/notation/day-times.js';
import { resourceOf } from '../../../contract/resources.js';
import type { JsonObject } from '../../../wire/json.js';
import { aboutFields, type Fault } from '../../fault.js';
import { interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { representing } from '../../intercept/record-rewrite.js';
import type { WireView } from '../../intercept/wire-view.js';

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The slug is made anew whenever a record is shown. */
const slugOfName: Fault = {
  id: 'records.read.slug-of-name',
  clause: 'address.slug',
  neighbours: ['event.field.slug', 'category.field.slug', 'tag.field.slug'],
  statement: 'Records show the slug of their name instead of their own.',
  create: representing((view, collection, record) =>
    view.withField(collection, record, 'slug', slugOf(view.text(collection, record, resourceOf(collection).label))),
  ),
};

const statuses = { events: ['status'], venues: ['status'], organizers: ['status'] };

/** The status is shown as people read it. */
const statusAsLabel: Fault = {
  id: 'records.read.status-as-label',
  ...aboutFields(statuses),
  statement: 'Records show the label of their status, such as Draft, which no create accepts.',
  create: representing((view, collection, record) => {
    const status = view.text(collection, record, 'status');
    if (status === '') return record;
    return view.withField(collection, record, 'status', `${status.charAt(0).toUpperCase()}${status.slice(1)}`);
  }),
};

/** Robots are not to find addresses. */
const emailDisguised: Fault = {
  id: 'organizers.read.email-disguised',
  ...aboutFields({ organizers: ['email'] }),
  statement: 'Organizers show their e-mail address with " [at] " in it.',
  create: representing((view, collection, record) => {
    const email = view.text(collection, record, 'email');
    return email === '' ? record : view.withField(collection, record, 'email', email.replace('@', ' [at] '));
  }),
};

/** Decoded as what a form sends, once more than it was encoded. */
const emailDecoded: Fault = {
  id: 'organizers.read.email-plus-is-space',
  ...aboutFields({ organizers: ['email'] }),
  statement: 'Organizers show their e-mail address with a space in place of a plus.',
  create: representing((view, collection, record) => {
    const email = view.text(collection, record, 'email');
    return email === '' ? record : view.withField(collection, record, 'email', email.replaceAll('+', ' '));
  }),
};

/** The template of one kind of record escapes what the others print as it is. */
const escapedInVenues: Fault = {
  id: 'venues.read.description-escaped',
  clause: 'coherence.siblings',
  neighbours: ['coherence.kept-write', 'venue.field.description'],
  statement: 'Venues show the markup characters of their description as entities, and events and organizers do not.',
  create: representing((view, collection, record) => {
    const text = view.text(collection, record, 'description');
    if (collection !== 'venues' || text === '') return record;
    return view.withField(collection, record, 'description', text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'));
  }),
};

/** Records that are shown otherwise than they are, wherever they are shown. */
export const presenters: readonly Fault[] = [slugOfName, statusAsLabel, emailDisguised, emailDecoded, escapedInVenues];

/** A field is shown by id and in lists, and not by slug. */
const notBySlug: Fault = {
  id: 'events.by-slug.read.description-lost',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.siblings', 'address.slug', 'event.read'],
  statement: 'A GET of an event by slug lacks the description.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.by-slug.read' }, async ({ request }, next) =>
      view.editRecord('events', await next(request), (record) => view.withoutField('events', record, 'description')),
    ),
};

/** A list shows less of a record than the item does. */
const cutInLists: Fault = {
  id: 'venues.list.address-cut',
  clause: 'coherence.shown-everywhere',
  statement: 'A list of venues shows only the beginning of each address.',
  create: (_, view) =>
    interceptOperation(view, { id: 'venues.list' }, async ({ request }, next) =>
      view.editItems('venues', await next(request), (items) =>
        items.map((item) => {
          const address = view.field('venues', item, 'address');
          return typeof address === 'string' ? view.withField('venues', item, 'address', address.slice(0, 6)) : item;
        }),
      ),
    ),
};

const HOUR = 3600;

const hourLater = (view: WireView, record: JsonObject): JsonObject => {
  const shown = view.field('events', record, 'utc_start_date');
  if (typeof shown !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(shown)) return record;
  return view.withField('events', record, 'utc_start_date', addSeconds(shown, HOUR));
};

/** The offset of the zone is an hour off. */
const utcHourOff: Fault = {
  id: 'events.read.utc-hour-off',
  clause: 'coherence.utc',
  neighbours: ['event.field.timezone'],
  statement: 'The UTC start of an event is one hour late.',
  create: (_, view) =>
    inTurn(
      ...(['read', 'create', 'update'] as const).map((kind) =>
        interceptOperation(view, { kind, collection: 'events' }, async ({ request }, next) =>
          view.editRecord('events', await next(request), (record) => hourLater(view, record)),
        ),
      ),
    ),
};

/** Who wrote it is looked up wherever many records are shown, and not for one alone. */
const authorZero: Fault = {
  id: 'records.read.author-zero',
  clause: 'event.field.author',
  neighbours: ['venue.field.author', 'organizer.field.author', 'coherence.shown-everywhere', 'coherence.siblings'],
  statement: 'A GET of an event, venue or organizer by id shows the author as 0.',
  create: (_, view) =>
    inTurn(
      ...(['events', 'venues', 'organizers'] as const).map((collection) =>
        interceptOperation(view, { kind: 'read', addressing: 'id', collection }, async ({ request }, next) =>
          view.editRecord(collection, await next(request), (record) => view.withField(collection, record, 'author', 0)),
        ),
      ),
    ),
};

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Quotes are escaped for a database that does so itself. */
const quotesEscaped: Fault = {
  id: 'tags.read.quotes-escaped',
  clause: 'coherence.kept-write',
  neighbours: ['tag.field.name'],
  statement: 'Names of tags show a backslash before every quote.',
  create: representing((view, collection, record) =>
    collection === 'tags'
      ? view.withField('tags', record, 'name', view.text('tags', record, 'name').replace(/['"]/g, '\\$&'))
      : record,
  ),
};

/** What the database did not escape is unescaped. */
const backslashesLost: Fault = {
  id: 'categories.read.backslashes-lost',
  clause: 'coherence.kept-write',
  neighbours: ['category.field.name', 'coherence.siblings'],
  statement: 'Names of categories lack the backslashes that were sent.',
  create: representing((view, collection, record) =>
    collection === 'categories'
      ? view.withField('categories', record, 'name', view.text('categories', record, 'name').replaceAll('\\', ''))
      : record,
  ),
};

/** Lists go through a template, which escapes. */
const escapedInLists: Fault = {
  id: 'tags.list.names-escaped',
  clause: 'coherence.siblings',
  neighbours: ['coherence.shown-everywhere'],
  statement: 'Lists of tags show names with HTML entities, which the items do not.',
  create: (_, view) =>
    interceptOperation(view, { id: 'tags.list' }, async ({ request }, next) =>
      view.editItems('tags', await next(request), (items) =>
        items.map((item) => view.withField('tags', item, 'name', escape(view.text('tags', item, 'name')))),
      ),
    ),
};

/** Fields that are shown otherwise in one place than in another. */
export const shownApart: readonly Fault[] = [
  authorZero,
  notBySlug,
  cutInLists,
  escapedInLists,
  quotesEscaped,
  backslashesLost,
  utcHourOff,
];
