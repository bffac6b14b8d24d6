import { operations } from '../../contract/operations.js';
import type { CollectionShape, Shapes } from '../profile.js';

/**
 * The operations by slug of collections whose records were seen, and none with a slug: nothing says that venues and
 * organizers show theirs, and one that is not shown leads nowhere.
 */
export const withoutSlugs = (shapes: Shapes): ReadonlyMap<string, string> =>
  new Map(
    operations.flatMap(({ id, collection, addressing }) =>
      addressing === 'slug' && collection && showsNone(shapes[collection]) ? [[id, `${collection} show no slug`]] : [],
    ),
  );

const showsNone = (shape: CollectionShape | undefined): boolean => shape !== undefined && !shape.fields.slug;
