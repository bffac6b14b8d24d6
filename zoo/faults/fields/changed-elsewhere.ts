import { isJsonArray, isJsonObject, type JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { findAll, recordNow } from '../../intercept/record-lookup.js';
import { valuesOf } from '../../intercept/request-edit.js';
import { representing } from '../../intercept/record-rewrite.js';

/** Both tables of the join have a column of this name. */
const joinedSlug: Fault = {
  id: 'events.list.slug-of-tag',
  clause: 'coherence.shown-everywhere',
  statement: 'A list of events filtered by tag shows the slug of the tag in place of that of the event.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async ({ request, query }, next) => {
      const outcome = await next(request);
      const [tag] = valuesOf(query, 'tags');
      if (tag === undefined) return outcome;
      return view.editItems('events', outcome, (items) =>
        items.map((event) => view.withField('events', event, 'slug', `tag-${tag}`)),
      );
    }),
};

/** Events are saved anew without their venue, from a form that has no description. */
const blankedWithVenue: Fault = {
  id: 'venues.delete.events-blanked',
  clause: 'coherence.kept-write',
  neighbours: ['coherence.other-records', 'event.field.description'],
  statement: 'A DELETE of a venue clears the descriptions of its events.',
  create: (seed, view) => {
    const blanked = new Set<string>();
    const remove = interceptOperation(view, { id: 'venues.delete' }, async (call, next) => {
      const venue = await recordNow(view, call, next);
      const query = venue && `venue=${view.id('venues', venue)}`;
      const events = query ? await findAll({ view, call, next }, 'events', query) : [];
      const outcome = await next(call.request);
      if (isGranted(outcome)) for (const event of events) blanked.add(view.id('events', event));
      return outcome;
    });
    const show = representing((_, collection, record) =>
      collection === 'events' && blanked.has(view.id('events', record))
        ? view.withField('events', record, 'description', '')
        : record,
    );
    return inTurn(remove, show(seed, view));
  },
};

/** The rows of later pages are joined to the first of them. */
const joinedToFirst: Fault = {
  id: 'events.list.countries-of-first-event',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.relations', 'venue.field.country'],
  statement: 'After the first page, a list shows the venues of all its events with the country of the first one.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async ({ request, query }, next) => {
      const outcome = await next(request);
      if (Number(query.get('page') ?? 1) < 2) return outcome;
      return view.editItems('events', outcome, (events) => {
        const [first] = events.flatMap(({ venue }) => (isJsonArray(venue) ? venue.filter(isJsonObject) : []));
        const moved = (venue: JsonValue) =>
          isJsonObject(venue) ? { ...venue, country: first?.country ?? null } : venue;
        return events.map((one) => (isJsonArray(one.venue) ? { ...one, venue: one.venue.map(moved) } : one));
      });
    }),
};

/** Fields that are right where they are asked for, and wrong elsewhere or later. */
export const changedElsewhere: readonly Fault[] = [joinedSlug, joinedToFirst, blankedWithVenue];
