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

/** `orderby`, where the target takes it: ids and counts sort as numbers, whatever their lengths. */
export const ordersByAttribute = (collection: Taxonomy): CalendarRequirement =>
  requirement({
    id: `${collection}.list.orderby`,
    level: 'MUST',
    clause: listClauseId(collection, 'orderby'),
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `A list of ${collection} by orderby is sorted by that attribute.`,
    cost: 1,
    runs: 4,
    witnesses: [ORDERS],
    given: () => fc.constantFrom('id', 'slug', 'count'),
    check: (subject, orderby) => expectOrder(subject, { collection, orderby, direction: 'ascending' }),
  });
