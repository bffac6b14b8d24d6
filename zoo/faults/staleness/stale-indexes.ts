import { idsIn } from '../../../adapter/reading/agreement.js';
import type { ClauseId } from '../../../contract/clauses/clauses.js';
import { type Collection, resourceOf } from '../../../contract/resources.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { bodyOf, valuesOf } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';

/** The block of an index that an event is in: that of its venues. */
const blockOf = (view: WireView, event: JsonObject): string => idsIn(view.field('events', event, 'venue')).join(' ');

/** A block of an index remembers when the last of its events ends; what is put in overwrites that. */
const blockEndsOverwritten: Fault = {
  id: 'events.list.blocks-end-with-the-newest',
  clause: 'coherence.other-records',
  neighbours: ['coherence.kept-write', 'http.freshness'],
  statement: 'A list by ends_after lacks all events of a venue while the newest of them ends before.',
  create: (_, view) => {
    const blocks = new Map<string, string>();
    const ends = new Map<string, string>();
    const make = interceptOperation(view, { id: 'events.create' }, async ({ request }, next) => {
      const outcome = await next(request);
      const event = view.record('events', outcome);
      if (!event) return outcome;
      blocks.set(view.id('events', event), blockOf(view, event));
      ends.set(blockOf(view, event), view.text('events', event, 'end_date'));
      return outcome;
    });
    const rebuild = interceptOperation(
      view,
      { kind: 'delete', collection: 'events' },
      async ({ request, address }, next) => {
        const outcome = await next(request);
        if (isGranted(outcome)) ends.delete(blocks.get(address) ?? '');
        return outcome;
      },
    );
    const list = interceptOperation(view, { id: 'events.list' }, async ({ request, query }, next) => {
      const outcome = await next(request);
      const bound = query.get('ends_after') ?? '';
      const isSkipped = (event: JsonObject): boolean => (ends.get(blockOf(view, event)) ?? bound) < bound;
      const skipped = view.items('events', outcome).filter(isSkipped).length;
      const shown = view.editItems('events', outcome, (items) => items.filter((event) => !isSkipped(event)));
      return view.editTotal(shown, (total) => total - skipped);
    });
    return inTurn(make, rebuild, list);
  },
};

/** Indexes that are out of date about what they hold. */
export const blocks: readonly Fault[] = [blockEndsOverwritten];

interface Index {
  readonly collection: Collection;
  /** The field of which the index is not renewed, unless another of these is sent along. */
  readonly field: string;
  readonly unless: readonly string[];
  /** The list parameters that are answered from it. */
  readonly parameters: readonly string[];
  readonly neighbours?: readonly ClauseId[];
  readonly statement: string;
}

const indexes: readonly Index[] = [
  {
    collection: 'events',
    field: 'description',
    unless: ['title'],
    parameters: ['search'],
    neighbours: ['event.list.search'],
    statement: 'An update of the description of an event without its title does not update the search index.',
  },
  {
    collection: 'events',
    field: 'end_date',
    unless: ['start_date'],
    parameters: ['ends_after', 'ends_before', 'end_date'],
    neighbours: ['event.list.ends_after'],
    statement: 'An update of the end of an event without its start does not update the filters by end.',
  },
  {
    collection: 'venues',
    field: 'address',
    unless: ['venue', 'description'],
    parameters: ['search'],
    neighbours: ['venue.list.search'],
    statement: 'An update of the address of a venue without its name and description does not update the search index.',
  },
];

const toFault = ({ collection, field, unless, parameters, neighbours = [], statement }: Index): Fault => ({
  id: `${collection}.update.${field}-not-indexed`,
  clause: 'coherence.kept-write',
  neighbours,
  statement,
  create: (_, view) => {
    const { label } = resourceOf(collection);
    const outdated = new Set<string>();
    const update = interceptOperation(view, { kind: 'update', collection }, async ({ request }, next) => {
      const outcome = await next(request);
      const names = Object.keys(bodyOf(request) ?? {});
      const record = view.record(collection, outcome);
      if (!record || !isGranted(outcome) || names.length === 0) return outcome;
      if (unless.some((name) => names.includes(name))) outdated.delete(view.id(collection, record));
      else if (names.includes(field)) outdated.add(view.id(collection, record));
      return outcome;
    });
    const list = interceptOperation(view, { kind: 'list', collection }, async ({ request, query }, next) => {
      const outcome = await next(request);
      if (!parameters.some((name) => query.has(name))) return outcome;
      const isNamed = (item: JsonObject): boolean =>
        parameters.includes('search') && view.text(collection, item, label).includes(query.get('search') ?? '');
      return view.editItems(collection, outcome, (items) =>
        items.filter((item) => isNamed(item) || !outdated.has(view.id(collection, item))),
      );
    });
    return inTurn(update, list);
  },
});

const columns = ['status', 'parent', 'slug', 'tags'] as const;

/** Columns that are copied into an index when a record is created. */
const asCreated: Fault = {
  id: 'records.update.columns-not-indexed',
  clause: 'coherence.kept-write',
  neighbours: ['event.list.tags', 'venue.list.status', 'category.list.parent', 'tag.list.slug'],
  statement: 'Filters by status, parent, slug or tags use the values that records were created with.',
  create: (_, view) => {
    const outdated = new Set<string>();
    const update = interceptOperation(view, { kind: 'update' }, async ({ request, collection }, next) => {
      const outcome = await next(request);
      const record = view.record(collection, outcome);
      if (!record || !isGranted(outcome)) return outcome;
      const names = Object.keys(bodyOf(request) ?? {});
      for (const name of columns)
        if (names.includes(name)) outdated.add(`${name} ${collection}/${view.id(collection, record)}`);
      return outcome;
    });
    const list = interceptOperation(view, { kind: 'list' }, async ({ request, collection, query }, next) => {
      const call = columns.filter((name) => valuesOf(query, name).length > 0);
      const isOutdated = (item: JsonObject): boolean =>
        call.some((name) => outdated.has(`${name} ${collection}/${view.id(collection, item)}`));
      return view.editItems(collection, await next(request), (items) => items.filter((item) => !isOutdated(item)));
    });
    return inTurn(update, list);
  },
};

/** Indexes that updates do not reach. */
export const unindexed: readonly Fault[] = [...indexes.map(toFault), asCreated];
