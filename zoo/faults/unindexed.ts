import type { ClauseId } from '../../contract/clauses.js';
import type { Collection } from '../../contract/field.js';
import { resourceOf } from '../../contract/resources.js';
import type { JsonObject } from '../../harness/json.js';
import { isGranted } from '../edit-answer.js';
import { bodyOf, valuesOf } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { inTurn, interceptOperation } from '../on.js';

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
    statement: 'An update of the description of an event without its title does not renew what searches look into.',
  },
  {
    collection: 'events',
    field: 'end_date',
    unless: ['start_date'],
    parameters: ['ends_after', 'ends_before', 'end_date'],
    neighbours: ['event.list.ends_after'],
    statement: 'An update of the end of an event without its start is not known to the filters by its end.',
  },
];

const toFault = ({ collection, field, unless, parameters, neighbours = [], statement }: Index): Fault => ({
  id: `${collection}.update.${field}-not-indexed`,
  clause: 'coherence.kept-write',
  neighbours,
  statement,
  create: (_, lens) => {
    const { label } = resourceOf(collection);
    const outdated = new Set<string>();
    const update = interceptOperation(lens, { kind: 'update', collection }, async ({ request }, next) => {
      const outcome = await next(request);
      const names = Object.keys(bodyOf(request) ?? {});
      const record = lens.record(collection, outcome);
      if (!record || !isGranted(outcome) || names.length === 0) return outcome;
      if (unless.some((name) => names.includes(name))) outdated.delete(lens.id(collection, record));
      else if (names.includes(field)) outdated.add(lens.id(collection, record));
      return outcome;
    });
    const list = interceptOperation(lens, { kind: 'list', collection }, async ({ request, query }, next) => {
      const outcome = await next(request);
      if (!parameters.some((name) => query.has(name))) return outcome;
      const isNamed = (item: JsonObject): boolean =>
        parameters.includes('search') && lens.text(collection, item, label).includes(query.get('search') ?? '');
      return lens.editItems(collection, outcome, (items) =>
        items.filter((item) => isNamed(item) || !outdated.has(lens.id(collection, item))),
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
  statement: 'Lists by status, parent, slug or tags go by what records were created with.',
  create: (_, lens) => {
    const outdated = new Set<string>();
    const update = interceptOperation(lens, { kind: 'update' }, async ({ request, collection }, next) => {
      const outcome = await next(request);
      const record = lens.record(collection, outcome);
      if (!record || !isGranted(outcome)) return outcome;
      const names = Object.keys(bodyOf(request) ?? {});
      for (const name of columns)
        if (names.includes(name)) outdated.add(`${name} ${collection}/${lens.id(collection, record)}`);
      return outcome;
    });
    const list = interceptOperation(lens, { kind: 'list' }, async ({ request, collection, query }, next) => {
      const asked = columns.filter((name) => valuesOf(query, name).length > 0);
      const isOutdated = (item: JsonObject): boolean =>
        asked.some((name) => outdated.has(`${name} ${collection}/${lens.id(collection, item)}`));
      return lens.editItems(collection, await next(request), (items) => items.filter((item) => !isOutdated(item)));
    });
    return inTurn(update, list);
  },
};

/** Indexes that updates do not reach. */
export const unindexed: readonly Fault[] = [...indexes.map(toFault), asCreated];
