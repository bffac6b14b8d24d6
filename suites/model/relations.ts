import type { Collection } from '../../contract/field.js';
import type { QueryValue, Ref } from '../../generators/wire.js';
import type { WorldRecord } from '../../target/world/world.js';
import { decide, type Judgement, under } from './judgement.js';
import { type Condition, type Context, linksOf, type Pool, recordOf, refsIn, sameRef } from './pool.js';
import { isPublished } from './status.js';

/** The references among the values of a filter. */
function wantedRefs(value: QueryValue, slugs: readonly WorldRecord[]): readonly Ref[] {
  const sent = [value].flat();
  const named = slugs.filter(({ slug }) => slug !== undefined && sent.includes(slug));
  return [...refsIn(value), ...named.map(({ ref }) => ref)];
}

/** Judges by the ids of a filter and, where slugs are taken as well, by what they stand for. */
const byIdOrSlug = (
  { pool }: Context,
  { collection, value }: { readonly collection: Collection; readonly value: QueryValue },
  judge: (wanted: readonly Ref[]) => Judgement,
): Judgement =>
  under(pool, 'list.terms-by-slug', (taken) =>
    judge(wantedRefs(value, taken === 'ids-and-slugs' ? pool.of(collection) : [])),
  );

const isLinkedTo = (event: WorldRecord, relation: string, wanted: readonly Ref[]): Judgement => {
  const links = linksOf(event, relation);
  return links ? decide(links.some((link) => wanted.some((one) => sameRef(one, link)))) : 'open';
};

/** `venue` and `organizer` of the event list: assigned to one of the given, in whatever position. */
export const hasLink =
  (relation: string): Condition =>
  (event, value) =>
    isLinkedTo(event, relation, refsIn(value));

/** `tags` of the event list, by id or slug. */
export const hasTag: Condition = (event, value, context) =>
  byIdOrSlug(context, { collection: 'tags', value }, (wanted) => isLinkedTo(event, 'tags', wanted));

/** The categories and all below them. */
function withDescendants(pool: Pool, wanted: readonly Ref[]): readonly Ref[] {
  const children = pool
    .of('categories')
    .filter(({ payload }) => refsIn(payload.parent).some((parent) => wanted.some((one) => sameRef(one, parent))))
    .map(({ ref }) => ref);
  return children.length === 0 ? wanted : [...wanted, ...withDescendants(pool, children)];
}

/** `categories` of the event list, by id or slug. */
export const hasCategory: Condition = (event, value, context) =>
  byIdOrSlug(context, { collection: 'categories', value }, (wanted) =>
    under(context.pool, 'list.category-filter', (reading) =>
      isLinkedTo(event, 'categories', reading === 'exact' ? wanted : withDescendants(context.pool, wanted)),
    ),
  );

/** `event` and `post`: the records that the named event is linked to. An event that is not published is open. */
export const isOfEvent =
  (relation: string): Condition =>
  ({ ref }, value, { pool }) => {
    const [named] = refsIn(value);
    if (!named) return 'out';
    const event = recordOf(pool, named);
    return event && isPublished(event, pool) === 'in' ? isLinkedTo(event, relation, [ref]) : 'open';
  };

/** `parent` of the category list. */
export const isBelow: Condition = (category, value, { pool }) => {
  const wanted = refsIn(value);
  const isChildOf = (parents: readonly Ref[]): boolean =>
    refsIn(category.payload.parent).some((parent) => parents.some((one) => sameRef(one, parent)));
  if (!category.complete && !('parent' in category.payload)) return 'open';
  return under(pool, 'terms.parent', (reading) =>
    decide(isChildOf(reading === 'children' ? wanted : withDescendants(pool, wanted))),
  );
};
