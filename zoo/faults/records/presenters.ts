import type { Collection } from '../../../contract/field.js';
import { resourceOf } from '../../../contract/resources.js';
import type { JsonObject } from '../../../harness/json.js';
import { aboutFields } from '../../about-fields.js';
import type { Fault } from '../../fault.js';
import { inEach, onAny } from '../../on.js';
import { representing } from '../../represent.js';

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
  statement: 'Records show the slug that their name would have, not the one under which they are kept.',
  create: representing((lens, collection, record) =>
    lens.withField(collection, record, 'slug', slugOf(lens.text(collection, record, resourceOf(collection).label))),
  ),
};

const statuses = { events: ['status'], venues: ['status'], organizers: ['status'] };

/** The status is shown as people read it. */
const statusAsLabel: Fault = {
  id: 'records.read.status-as-label',
  ...aboutFields(statuses),
  statement: 'Records show the label of their status, such as Draft, which no create takes.',
  create: representing((lens, collection, record) => {
    const status = lens.text(collection, record, 'status');
    if (status === '') return record;
    return lens.withField(collection, record, 'status', `${status.charAt(0).toUpperCase()}${status.slice(1)}`);
  }),
};

/** Robots are not to find addresses. */
const emailDisguised: Fault = {
  id: 'organizers.read.email-disguised',
  ...aboutFields({ organizers: ['email'] }),
  statement: 'Organizers show their e-mail address with " [at] " in it.',
  create: representing((lens, collection, record) => {
    const email = lens.text(collection, record, 'email');
    return email === '' ? record : lens.withField(collection, record, 'email', email.replace('@', ' [at] '));
  }),
};

/** The id of an item has the form that it has in another service. */
const globalId: Fault = {
  id: 'records.read.global-id',
  clause: 'event.read',
  neighbours: ['venue.read', 'organizer.read', 'category.read', 'tag.read'],
  statement: 'Read by its id, a record shows an id that begins with its kind.',
  create: (_, lens) =>
    onAny(lens, [{ kind: 'read', addressing: 'id' }], async ({ request, collection }, next) =>
      lens.editRecord(collection, await next(request), (record) =>
        lens.withId(collection, record, `${resourceOf(collection).singular}-${lens.id(collection, record)}`),
      ),
    ),
};

/** By its slug, a record is a document that its slug names. */
const slugAsId: Fault = {
  id: 'records.by-slug.read.slug-as-id',
  clause: 'event.read',
  neighbours: ['venue.read', 'organizer.read', 'address.slug'],
  statement: 'Read by its slug, a record shows the slug as its id.',
  create: (_, lens) =>
    onAny(lens, [{ kind: 'read', addressing: 'slug' }], async ({ request, collection, address }, next) =>
      lens.editRecord(collection, await next(request), (record) => lens.withId(collection, record, address)),
    ),
};

const contactless = (lens: Parameters<Fault['create']>[1], collection: Collection, record: JsonObject): JsonObject =>
  ['phone', 'website'].reduce((shown, name) => lens.withField(collection, shown, name, ''), record);

/** The page that is meant for visitors shows less. */
const contactHidden: Fault = {
  id: 'venues.by-slug.read.contact-hidden',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.siblings'],
  statement: 'Read by its slug, a venue or an organizer shows neither telephone number nor website.',
  create: (_, lens) =>
    onAny(lens, inEach(['venues', 'organizers'], { kind: 'read', addressing: 'slug' }), async (asked, next) =>
      lens.editRecord(asked.collection, await next(asked.request), (record) =>
        contactless(lens, asked.collection, record),
      ),
    ),
};

/** The answer to a create is made before the slug is. */
const answersWithoutSlug: Fault = {
  id: 'records.create.answers-without-slug',
  clause: 'coherence.shown-everywhere',
  statement: 'The answer to a create shows an empty slug, whatever slug the record has.',
  create: (_, lens) =>
    onAny(lens, [{ kind: 'create' }], async ({ request, collection }, next) =>
      lens.editRecord(collection, await next(request), (record) => lens.withField(collection, record, 'slug', '')),
    ),
};

/** All answers to creates are written into one object. */
const answersPrevious: Fault = {
  id: 'records.create.answers-previous',
  clause: 'coherence.kept-write',
  neighbours: ['coherence.shown-everywhere'],
  statement: 'The answer to a create shows, besides its id and slug, what was created of that kind before.',
  create: (_, lens) => {
    const previous = new Map<Collection, JsonObject>();
    return onAny(lens, [{ kind: 'create' }], async ({ request, collection }, next) =>
      lens.editRecord(collection, await next(request), (record) => {
        const former = previous.get(collection) ?? record;
        previous.set(collection, record);
        const shown = lens.withField(collection, former, 'slug', lens.field(collection, record, 'slug') ?? null);
        return lens.withId(collection, shown, Number(lens.id(collection, record)));
      }),
    );
  },
};

/** Records that are shown otherwise than they are. */
export const presenters: readonly Fault[] = [
  slugOfName,
  statusAsLabel,
  emailDisguised,
  globalId,
  slugAsId,
  contactHidden,
  answersWithoutSlug,
  answersPrevious,
];
