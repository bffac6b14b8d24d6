import type { Collection } from '../../contract/field.js';
import type { CalendarRequirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { drawable } from './drawable.js';
import type { Equation } from './equation.js';
import { type Filter, inAll, toQuery } from './filters.js';
import { relates } from './relation.js';
import { severalFilters } from './several-filters.js';

/** What holds few others in view, so that they do not fill the pages: the window does for events. */
const kindsFor = (collection: Collection) =>
  collection === 'events'
    ? (['text', 'union', 'flag', 'bound', 'view'] as const)
    : (['text', 'choice', 'alias', 'identity'] as const);

const PAGES = 2;

function inPages(world: World, collection: Collection, filters: readonly Filter[]): Equation {
  const list = toQuery(world, collection, filters);
  const size = Math.ceil(inAll(filters).length / PAGES);
  return { rules: ['same'], whole: { ...list, per_page: size }, parts: [list] };
}

/** What is on small pages is what is on a large one, also where a filter is used: one that is applied to each page is not. */
export const holdsTheSameInSmallPages = (collection: Collection): CalendarRequirement => {
  const names = drawable(collection, ...kindsFor(collection));
  return relates({
    name: 'page-size',
    collection,
    parameters: ['per_page', 'page', ...names],
    statement: `A filtered list of ${collection} holds the same records on small pages as on a large one.`,
    // A large page, two small ones, and one that shows that there are no more.
    cost: PAGES + 2,
    equations: (world) =>
      severalFilters(world, collection, {
        names,
        fits: () => true,
        count: 1,
        least: 1,
        telling: [(filters) => inAll(filters).length > PAGES, (filters) => inAll(filters).length === PAGES],
      }).map((filters) => [inPages(world, collection, filters)]),
  });
};
