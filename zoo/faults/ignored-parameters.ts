import type { ClauseId } from '../../contract/clauses.js';
import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import { withoutParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';

interface Ignored {
  readonly collection: Collection;
  readonly name: string;
  readonly neighbours?: readonly ClauseId[];
  readonly unseenBy?: readonly string[];
}

const ignored: readonly Ignored[] = [
  { collection: 'events', name: 'featured' },
  { collection: 'events', name: 'organizer' },
  { collection: 'events', name: 'tags' },
  { collection: 'events', name: 'search' },
  { collection: 'events', name: 'starts_after' },
  { collection: 'events', name: 'ends_before' },
  { collection: 'events', name: 'status' },
  { collection: 'events', name: 'include', neighbours: ['event.list.include.lifts-dates'] },
  { collection: 'events', name: 'per_page', neighbours: ['coherence.pages'] },
  { collection: 'events', name: 'geoloc', unseenBy: ['events.list.geoloc.existing'] },
  { collection: 'events', name: 'ticketed', unseenBy: ['events.list.ticketed.existing'] },
  { collection: 'events', name: 'post_parent', unseenBy: ['events.list.post_parent.existing'] },
  { collection: 'venues', name: 'status' },
  { collection: 'organizers', name: 'status' },
  { collection: 'categories', name: 'include' },
  { collection: 'tags', name: 'exclude' },
  { collection: 'venues', name: 'event' },
  { collection: 'venues', name: 'has_events' },
  { collection: 'organizers', name: 'only_with_upcoming' },
  { collection: 'organizers', name: 'search' },
  { collection: 'categories', name: 'parent' },
  { collection: 'categories', name: 'exclude' },
  { collection: 'categories', name: 'orderby' },
  { collection: 'tags', name: 'post' },
  { collection: 'tags', name: 'slug' },
  { collection: 'tags', name: 'order' },
];

/** One list parameter after another is accepted and without effect. */
export const ignoredParameters: readonly Fault[] = ignored.map(({ collection, name, neighbours, unseenBy }) => ({
  id: `${collection}.list.${name}-ignored`,
  clause: listClauseId(collection, name),
  ...(neighbours && { neighbours }),
  ...(unseenBy && { unseenBy }),
  statement: `The list of ${collection} takes ${name} and ignores it.`,
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'list', collection }, ({ request }, next) =>
      next(withoutParameter(request, name)),
    ),
}));
