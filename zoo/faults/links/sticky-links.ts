import { eventRelations, type Relation } from '../../../contract/resources.js';
import type { Interceptor } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { withoutParameter, withParameter } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { type Note, noting } from './unlinking.js';

/** A filter that shows too much: some records that it would leave out. */
interface Widened {
  readonly relation: Relation;
  readonly parameter: string;
  /** The value that does not filter; without one, the list is asked for without the parameter. */
  readonly lifted?: string;
  readonly isKept: (id: string, value: string) => boolean;
}

const widening = (view: WireView, { relation, parameter, lifted, isKept }: Widened): Interceptor => {
  const collection = eventRelations[relation];
  return interceptOperation(view, { kind: 'list', collection }, async ({ request, query }, next) => {
    const outcome = await next(request);
    const value = query.get(parameter);
    if (value === null || !isGranted(outcome)) return outcome;
    const honest = new Set(view.items(collection, outcome).map((item) => view.id(collection, item)));
    const bare = withoutParameter(request, parameter);
    const all = await next(lifted === undefined ? bare : withParameter(bare, parameter, lifted));
    const isShown = (id: string): boolean => honest.has(id) || isKept(id, value);
    return view.editItems(collection, all, (items) => items.filter((item) => isShown(view.id(collection, item))));
  });
};

/** The same fault for two relations, each with a memory of its own. */
const forBoth = (relations: readonly [Relation, Relation], create: (relation: Relation) => Interceptor): Interceptor =>
  inTurn(...relations.map(create));

/** The index from events to places is added to and never cleared. */
const stillOfEvent: Fault = {
  id: 'places.list.event.once-linked',
  clause: 'coherence.relations',
  neighbours: ['venue.list.event', 'organizer.list.event', 'coherence.kept-write'],
  statement: 'A list of venues or organizers by event also contains those it was linked to before.',
  create: (_, view) =>
    forBoth(['venue', 'organizer'], (relation) => {
      const once = new Map<string, Set<string>>();
      const note: Note = ({ event, linked }) => once.set(event, new Set([...(once.get(event) ?? []), ...linked]));
      const isKept = (id: string, event: string): boolean => once.get(event)?.has(id) ?? false;
      return inTurn(noting(view, relation, note), widening(view, { relation, parameter: 'event', isKept }));
    }),
};

/** That a place has events is noted with it when one is linked, and taken back only when that one is deleted. */
const stillHasEvents: Fault = {
  id: 'places.list.has_events.once-linked',
  clause: 'coherence.relations',
  neighbours: ['venue.list.has_events', 'organizer.list.has_events', 'coherence.kept-write'],
  statement: 'A venue or organizer still counts as having events after an update unlinks its only event.',
  create: (_, view) =>
    forBoth(['venue', 'organizer'], (relation) => {
      const once = new Set<string>();
      const note: Note = ({ linked, kind }) =>
        linked.forEach((id) => (kind === 'update' ? once.add(id) : once.delete(id)));
      const isKept = (id: string): boolean => once.has(id);
      const widened = { relation, parameter: 'has_events', lifted: 'false', isKept } as const;
      return inTurn(noting(view, relation, note), widening(view, widened));
    }),
};

/** What had events is kept as not empty until an event is saved with it. */
function keepingEmptied(view: WireView, relation: Relation): Interceptor {
  const kept = new Set<string>();
  const note: Note = ({ linked, kind }) => linked.forEach((id) => (kind === 'delete' ? kept.add(id) : kept.delete(id)));
  const isKept = (id: string): boolean => kept.has(id);
  const widened = { relation, parameter: 'hide_empty', lifted: 'false', isKept } as const;
  return inTurn(noting(view, relation, note), widening(view, widened));
}

/** Whether a term is empty is looked up again when an event is saved, and not when one is deleted. */
const notEmptiedByDelete: Fault = {
  id: 'terms.list.hide_empty.after-delete',
  clause: 'coherence.relations',
  neighbours: ['category.list.hide_empty', 'tag.list.hide_empty', 'coherence.kept-write'],
  statement: 'A category or tag is not hidden as empty after its last event is deleted.',
  create: (_, view) => forBoth(['categories', 'tags'], (relation) => keepingEmptied(view, relation)),
};

/** The same where only the table of tags is forgotten. */
const tagNotEmptiedByDelete: Fault = {
  id: 'tags.list.hide_empty.after-delete',
  clause: 'coherence.relations',
  neighbours: ['tag.list.hide_empty', 'coherence.kept-write'],
  statement: 'A tag is not hidden as empty after its last event is deleted.',
  create: (_, view) => keepingEmptied(view, 'tags'),
};

/** Whether a tag is empty is looked up again when an event is deleted, and not when one lets go of it. */
const notEmptiedByUpdate: Fault = {
  id: 'tags.list.hide_empty.after-update',
  clause: 'coherence.relations',
  neighbours: ['tag.list.hide_empty', 'coherence.kept-write'],
  statement: 'A tag is not hidden as empty after an update takes it from its last event.',
  create: (_, view) => {
    const kept = new Set<string>();
    const note: Note = ({ linked, now, kind }) =>
      linked.forEach((id) => (kind === 'update' && !now.includes(id) ? kept.add(id) : kept.delete(id)));
    const isKept = (id: string): boolean => kept.has(id);
    const widened = { relation: 'tags', parameter: 'hide_empty', lifted: 'false', isKept } as const;
    return inTurn(noting(view, 'tags', note), widening(view, widened));
  },
};

/** The categories of which the count stays too high after a write. */
type Uncounted = (unlinking: Parameters<Note>[0]) => readonly string[];

const notCountedDown = ({ id, statement }: Pick<Fault, 'id' | 'statement'>, uncounted: Uncounted): Fault => ({
  id,
  clause: 'coherence.relations',
  neighbours: ['category.list.hide_empty'],
  statement,
  create: (_, view) => {
    const tooMany = new Map<string, number>();
    const note: Note = (unlinking) => {
      for (const one of uncounted(unlinking)) tooMany.set(one, (tooMany.get(one) ?? 0) + 1);
    };
    const recount = (record: JsonObject): JsonObject => {
      const count = view.field('categories', record, 'count');
      const more = tooMany.get(view.id('categories', record));
      return typeof count === 'number' && more ? view.withField('categories', record, 'count', count + more) : record;
    };
    const listing = interceptOperation(view, { id: 'categories.list' }, async ({ request }, next) =>
      view.editItems('categories', await next(request), (items) => items.map(recount)),
    );
    const reading = interceptOperation(view, { id: 'categories.read' }, async ({ request }, next) =>
      view.editRecord('categories', await next(request), recount),
    );
    return inTurn(noting(view, 'categories', note), listing, reading);
  },
});

const countsFirstOnly = notCountedDown(
  {
    id: 'categories.read.count.not-counted-down',
    statement: 'A DELETE of an event with several categories lowers only the count of the first.',
  },
  ({ linked, kind }) => (kind === 'delete' ? linked.slice(1) : []),
);

/** What comes is counted, and what goes where nothing comes. */
const countsNoMoves = notCountedDown(
  {
    id: 'categories.read.count.not-moved',
    statement: 'An update that leaves an event some category does not lower the count of those that it takes away.',
  },
  ({ linked, now, kind }) => (kind === 'update' && now.length > 0 ? linked.filter((one) => !now.includes(one)) : []),
);

/** What lists say of links that are no more. */
export const stickyLinks: readonly Fault[] = [
  stillOfEvent,
  stillHasEvents,
  notEmptiedByDelete,
  tagNotEmptiedByDelete,
  countsFirstOnly,
  countsNoMoves,
];

/** Lists of terms after their last event lost them by an update, which random histories rarely do. */
export const stickyTerms: readonly Fault[] = [notEmptiedByUpdate];
