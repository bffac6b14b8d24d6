import type { Collection } from '../../contract/field.js';
import type { Ref } from '../../generators/wire.js';
import type { World, WorldRecord } from '../../target/world/world.js';
import { linksOf } from '../model/pool.js';
import { select } from '../model/select.js';
import { baseQueryOf, isPlain } from './ground.js';
import { type NarrowList, narrowList } from './narrow-list.js';
import type { PagedQuery } from './paged-query.js';

/** A list on one full page: whoever takes its end for the beginning of another counts one too many. */
export function onFullPage(world: World, collection: Collection): PagedQuery {
  const { query, size } = collection === 'events' ? listByTerms(world) : narrowList(world, collection);
  return { ...query, per_page: Math.max(size, 1) };
}

/** Events by all terms that one of them has: whoever joins tables counts it once for each. */
function listByTerms(world: World): NarrowList {
  const known = world.of('events').filter((event) => event.complete && isPlain(world)(event));
  const [terms = {}] = known.map(termsOf).toSorted((one, other) => countOf(other) - countOf(one));
  if (countOf(terms) < 2) return narrowList(world, 'events');
  const query = { ...baseQueryOf(world, 'events'), ...terms };
  return { query, size: select(world, 'events', query, { among: isPlain(world) }).must.length };
}

type Terms = Readonly<Record<string, readonly Ref[]>>;

const termsOf = (event: WorldRecord): Terms =>
  Object.fromEntries(
    (['categories', 'tags'] as const).flatMap((relation) => {
      const links = linksOf(event, relation) ?? [];
      return links.length > 0 ? [[relation, links]] : [];
    }),
  );

const countOf = (terms: Terms): number => Object.values(terms).flat().length;
