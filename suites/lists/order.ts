import fc, { type Arbitrary } from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import type { ListQuery } from '../../generators/wire.js';
import { WorldLacks } from '../../harness/deviation.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { type Direction, expectOrder, ORDERS } from './expect-order.js';
import { pagedQuery } from './paged-query.js';
import type { Taxonomy } from './terms.js';

/** A short list in pages, where one is known; else all there is, in as few pages as it takes. */
function inPages(world: World, collection: Taxonomy): Arbitrary<ListQuery> {
  try {
    return pagedQuery(world, collection);
  } catch (error) {
    if (error instanceof WorldLacks) return fc.constant({});
    throw error;
  }
}

/** `order`, both ways, by what every term has. Descending in pages: a list is sorted before it is cut, not page by page. */
export const ordersBothWays = (collection: Taxonomy): CalendarRequirement =>
  requirement({
    id: `${collection}.list.order`,
    level: 'MUST',
    clause: listClauseId(collection, 'order'),
    alsoCovers: [listClauseId(collection, 'orderby')],
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `A list of ${collection} ordered by name is sorted by it, in ascending or descending order as asked.`,
    cost: 3,
    witnesses: [ORDERS],
    given: (world) => inPages(world, collection),
    async check(subject, query) {
      await expectOrder(subject, { collection, orderby: 'name', direction: 'ascending' });
      await expectOrder(subject, { collection, orderby: 'name', direction: 'descending', query });
    },
  });

/** What terms can be sorted by besides their names. */
export const attributes = ['id', 'slug', 'count'] as const;

/** One way is asked for each: by names both are. What lists have in common is asked both ways of the two kinds of term. */
const directions: Readonly<Record<Taxonomy, Direction>> = { categories: 'ascending', tags: 'descending' };

/** `orderby`, where the target takes it: ids and counts sort as numbers, whatever their lengths. */
export const ordersByAttribute = (collection: Taxonomy, attribute: (typeof attributes)[number]): CalendarRequirement =>
  requirement({
    id: `${collection}.list.orderby-${attribute}`,
    level: 'MUST',
    clause: listClauseId(collection, 'orderby'),
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `A list of ${collection} in ${directions[collection]} order of ${attribute} is sorted by it.`,
    cost: 1,
    witnesses: [ORDERS],
    given: () => fc.constant(attribute),
    check: (subject, orderby) => expectOrder(subject, { collection, orderby, direction: directions[collection] }),
  });
