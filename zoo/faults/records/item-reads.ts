import type { Collection } from '../../../contract/field.js';
import { resourceOf } from '../../../contract/resources.js';
import type { JsonObject } from '../../../harness/json.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations } from '../../on.js';
import type { WireView } from '../../wire-lens.js';

/** The id of an item has the form that it has in another service. */
const globalId: Fault = {
  id: 'records.read.global-id',
  clause: 'event.read',
  neighbours: ['venue.read', 'organizer.read', 'category.read', 'tag.read'],
  statement: 'Read by its id, a record shows an id that begins with its kind.',
  create: (_, lens) =>
    interceptOperations(lens, [{ kind: 'read', addressing: 'id' }], async ({ request, collection }, next) =>
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
    interceptOperations(lens, [{ kind: 'read', addressing: 'slug' }], async ({ request, collection, address }, next) =>
      lens.editRecord(collection, await next(request), (record) => lens.withId(collection, record, address)),
    ),
};

const contactless = (lens: WireView, collection: Collection, record: JsonObject): JsonObject =>
  ['phone', 'website'].reduce((shown, name) => lens.withField(collection, shown, name, ''), record);

/** The page that is meant for visitors shows less. */
const contactHidden: Fault = {
  id: 'venues.by-slug.read.contact-hidden',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.siblings'],
  statement: 'Read by its slug, a venue or an organizer shows neither telephone number nor website.',
  create: (_, lens) =>
    interceptOperations(
      lens,
      inEach(['venues', 'organizers'], { kind: 'read', addressing: 'slug' }),
      async (asked, next) =>
        lens.editRecord(asked.collection, await next(asked.request), (record) =>
          contactless(lens, asked.collection, record),
        ),
    ),
};

/** Items that are not shown alike by id and by slug. */
export const itemReads: readonly Fault[] = [globalId, slugAsId, contactHidden];
