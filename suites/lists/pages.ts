import fc, { type Arbitrary } from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import type { ListQuery } from '../../generators/wire.js';
import { expectThat } from '../../harness/expectations.js';
import { browse } from '../../target/browse.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { expectBrowsed } from './expect-list.js';
import { isPlain } from './ground.js';
import { narrowList } from './narrow-list.js';

/** A short list in pages, each as long as the first: two as a rule. */
export type PagedQuery = ListQuery & { readonly per_page: number };

export function pagedQuery(world: World, collection: Collection): Arbitrary<PagedQuery> {
  const { query, size } = narrowList(world, collection);
  return fc.integer({ min: Math.ceil(size / 2), max: size - 1 }).map((per_page) => ({ ...query, per_page }));
}

/** Every record is on one page, the first of which comes when page is left out. */
export const concatenatesPages = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.list.page`,
    level: 'MUST',
    clause: listClauseId(collection, 'page'),
    alsoTells: ['coherence.pages'],
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'reads',
    statement: `The pages of a list of ${collection}, from the one that comes without page on, hold each record once.`,
    cost: 2,
    runs: 3,
    given: (world) => pagedQuery(world, collection),
    async check({ calendar, world }, query) {
      const browsed = await browse(calendar, collection, query);
      const own = browsed.items.filter(({ id }) => world.refOf(collection, id));
      const twice = own.filter(({ id }, index) => own.slice(0, index).some((one) => one.id === id));
      expectThat(twice.length === 0, {
        kind: 'selection',
        expected: 'each record on one page',
        observed: `${collection}/${twice.map(({ id }) => id).join(', ')} on two`,
        ...(browsed.pages[1] && { exchange: browsed.pages[1].exchange }),
      });
      expectBrowsed(browsed, { world, collection, query, among: isPlain(world) });
    },
  });
