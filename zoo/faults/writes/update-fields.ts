import type { ClauseId } from '../../../contract/clauses/clauses.js';
import type { UpdateVerb } from '../../../contract/operations.js';
import { type Collection, collections, resourceOf } from '../../../contract/resources.js';
import type { JsonObject, JsonValue } from '../../../wire/json.js';
import type { Fault } from '../../fault.js';
import { type Choice, inEach, interceptOperations } from '../../intercept/intercept-operation.js';
import { recordNow } from '../../intercept/record-lookup.js';
import { bodyOf, editBody } from '../../intercept/request-edit.js';

/** Values that an update takes for absent. */
interface Ignored extends Pick<Fault, 'id' | 'neighbours' | 'statement'> {
  readonly isIgnored: (value: JsonValue, field: string) => boolean;
  /** In these collections, or in all. */
  readonly on?: readonly Collection[];
  /** By this verb, or by all. */
  readonly method?: UpdateVerb;
}

const ignored: readonly Ignored[] = [
  {
    id: 'records.update.empty-text-ignored',
    neighbours: ['event.update', 'venue.update', 'organizer.update', 'category.update', 'tag.update'],
    statement: 'An update accepts an empty text and keeps the old one.',
    isIgnored: (value) => value === '',
  },
  {
    id: 'venues.update.empty-address-ignored',
    neighbours: ['venue.update'],
    statement: 'An update of a venue accepts an empty city or telephone number and keeps the old one.',
    isIgnored: (value, field) => value === '' && ['city', 'phone'].includes(field),
  },
  {
    id: 'terms.update.empty-description-ignored',
    neighbours: ['category.update', 'tag.update'],
    on: ['categories', 'tags'],
    statement: 'An update of a category or a tag accepts an empty description and keeps the old one.',
    isIgnored: (value, field) => value === '' && field === 'description',
  },
  {
    id: 'organizers.update.post.empty-description-ignored',
    neighbours: ['organizer.update'],
    on: ['organizers'],
    method: 'POST',
    statement: 'A POST to an organizer accepts an empty description and keeps the old one.',
    isIgnored: (value, field) => value === '' && field === 'description',
  },
];

const toFault = ({ isIgnored, on = collections, method, ...said }: Ignored): Fault => ({
  ...said,
  clause: 'coherence.kept-write',
  create: (_, view) =>
    interceptOperations(view, inEach(on, { kind: 'update', ...(method && { method }) }), ({ request }, next) =>
      next(
        editBody(request, (body) =>
          Object.fromEntries(Object.entries(body).filter(([field, value]) => !isIgnored(value, field))),
        ),
      ),
    ),
});

/** Values that an update accepts and does not write. */
export const ignoredValues: readonly Fault[] = ignored.map(toFault);

/** An update that writes fields which it was not sent. */
interface Reset {
  readonly id: string;
  readonly clause: ClauseId;
  readonly neighbours?: readonly ClauseId[];
  readonly on: readonly Choice[];
  readonly statement: string;
  /** What is written where nothing is sent. */
  readonly blank: Readonly<Record<string, JsonValue>>;
}

const update = { kind: 'update' } as const;
const emptied = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']));
const unlinked = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, []]));
const unset = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, false]));

const resets: readonly Reset[] = [
  {
    id: 'events.update.post.links-dropped',
    clause: 'event.update',
    on: [{ ...update, collection: 'events', method: 'POST' }],
    statement: 'A POST to an event without venues and organizers unlinks them.',
    blank: unlinked('venue', 'organizer'),
  },
  {
    id: 'events.update.put.terms-dropped',
    clause: 'event.update',
    on: [{ ...update, collection: 'events', method: 'PUT' }],
    statement: 'A PUT of an event without categories and tags unlinks them.',
    blank: unlinked('categories', 'tags'),
  },
  {
    id: 'events.update.patch.flags-unset',
    clause: 'event.update',
    on: [{ ...update, collection: 'events', method: 'PATCH' }],
    statement: 'A PATCH of an event clears the flags that are not sent.',
    blank: { ...unset('all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'), cost: '' },
  },
  {
    id: 'records.update.website-emptied',
    clause: 'venue.update',
    neighbours: ['organizer.update'],
    on: inEach(['venues', 'organizers'], update),
    statement: 'An update of a venue or an organizer clears the website and the image where they are not sent.',
    blank: emptied('website', 'image'),
  },
  {
    id: 'records.update.description-emptied',
    clause: 'category.update',
    neighbours: ['tag.update'],
    on: inEach(['categories', 'tags'], update),
    statement: 'An update of a category or a tag without a description clears it.',
    blank: emptied('description'),
  },
  {
    id: 'events.update.reset-on-update',
    clause: 'event.update',
    on: [{ ...update, collection: 'events' }],
    statement: 'An update of an event without cost, website and featured resets all three.',
    blank: { ...emptied('cost', 'website'), ...unset('featured') },
  },
  {
    id: 'events.update.put.sticky-unset',
    clause: 'event.update',
    on: [{ ...update, collection: 'events', method: 'PUT', addressing: 'id' }],
    statement: 'A PUT of an event by its id clears the flag sticky where it is not sent.',
    blank: unset('sticky'),
  },
  {
    id: 'events.by-slug.update.all-day-reset',
    clause: 'event.update',
    on: [{ ...update, collection: 'events', addressing: 'slug' }],
    statement: 'An update of an event by its slug resets all_day where it is not sent, as a create would.',
    blank: unset('all_day'),
  },
  {
    id: 'events.by-slug.update.patch.organizers-dropped',
    clause: 'event.update',
    on: [{ ...update, collection: 'events', method: 'PATCH', addressing: 'slug' }],
    statement: 'A PATCH of an event by its slug without organizers unlinks them.',
    blank: unlinked('organizer'),
  },
  {
    id: 'events.update.post.published',
    clause: 'event.update',
    on: [{ ...update, collection: 'events', method: 'POST', addressing: 'id' }],
    statement: 'A POST to an event by its id publishes it where no status is sent.',
    blank: { status: 'publish' },
  },
  {
    id: 'venues.by-slug.update.patch.published',
    clause: 'venue.update',
    neighbours: ['venue.fields.optional-on-update', 'venue.field.status'],
    on: [{ ...update, collection: 'venues', method: 'PATCH', addressing: 'slug' }],
    statement: 'A PATCH of a venue by its slug publishes it where no status is sent.',
    blank: { status: 'publish' },
  },
  {
    id: 'venues.by-slug.update.post.map-hidden',
    clause: 'venue.update',
    on: [{ ...update, collection: 'venues', method: 'POST', addressing: 'slug' }],
    statement: 'A POST to a venue by its slug sets show_map to false where it is not sent.',
    blank: { show_map: 'false' },
  },
  {
    id: 'organizers.by-slug.update.put.phone-emptied',
    clause: 'organizer.update',
    on: [{ ...update, collection: 'organizers', method: 'PUT', addressing: 'slug' }],
    statement: 'A PUT of an organizer by its slug clears the telephone number where it is not sent.',
    blank: emptied('phone'),
  },
  {
    id: 'categories.update.patch.parent-dropped',
    clause: 'category.update',
    on: [{ ...update, collection: 'categories', method: 'PATCH' }],
    statement: 'A PATCH of a category without its parent moves it to the top level.',
    blank: { parent: null },
  },
];

/** Updates that reset some of the fields that they do not send, and keep the others. */
export const unsentFields: readonly Fault[] = resets.map(({ id, clause, neighbours, on, statement, blank }) => ({
  id,
  clause,
  ...(neighbours && { neighbours }),
  statement,
  create: (_, view) =>
    interceptOperations(view, on, ({ request }, next) =>
      next(editBody(request, (body): JsonObject => ({ ...blank, ...body }))),
    ),
}));

/** What is stored is escaped as what is sent is: what an update leaves alone is so anew, by each of them. */
export const escapedAnew: Fault = {
  id: 'venues.update.name-escaped-anew',
  clause: 'venue.update',
  neighbours: [
    'organizer.update',
    'coherence.kept-write',
    'venue.fields.optional-on-update',
    'organizer.fields.optional-on-update',
  ],
  statement: 'An update of a venue or an organizer that does not send its name escapes the ampersands in it once more.',
  create: (_, view) =>
    interceptOperations(view, inEach(['venues', 'organizers'], update), async (call, next) => {
      const { request, collection } = call;
      const { label } = resourceOf(collection);
      if (label in (bodyOf(request) ?? {})) return next(request);
      const record = await recordNow(view, call, next);
      const name = record ? view.text(collection, record, label) : '';
      return next(
        name === '' ? request : editBody(request, (body) => ({ ...body, [label]: name.replaceAll('&', '&amp;') })),
      );
    }),
};
