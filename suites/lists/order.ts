import fc from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectOrder, ORDERS } from './expect-order.js';
import type { Taxonomy } from './terms.js';

/** `order`, both ways, by what every term has. */
export const ordersBothWays = (collection: Taxonomy): CalendarRequirement =>
  requirement({
    id: `${collection}.list.order`,
    level: 'MUST',
    clause: listClauseId(collection, 'order'),
    alsoTells: [listClauseId(collection, 'orderby')],
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `A list of ${collection} ordered by name is sorted by it, in ascending or descending order as asked.`,
    cost: 2,
    witnesses: [ORDERS],
    given: () => fc.constant('name'),
    async check(subject, orderby) {
      await expectOrder(subject, { collection, orderby, direction: 'ascending' });
      await expectOrder(subject, { collection, orderby, direction: 'descending' });
    },
  });

/** What terms can be sorted by besides their names. */
export const attributes = ['id', 'slug', 'count'] as const;

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
    statement: `A list of ${collection} ordered by ${attribute} is sorted by it.`,
    cost: 1,
    witnesses: [ORDERS],
    given: () => fc.constant(attribute),
    check: (subject, orderby) => expectOrder(subject, { collection, orderby, direction: 'ascending' }),
  });
