import { operations } from '../../contract/operations.js';
import { collections } from '../../contract/resources.js';
import type { Shapes } from '../profile.js';

/**
 * The operations by slug of collections whose records were seen, and none with a slug: nothing says that venues and
 * organizers show theirs, and one that is not shown leads nowhere.
 */
export const withoutSlugs = (shapes: Shapes): ReadonlyMap<string, string> =>
  new Map(
    collections
      .filter((collection) => [shapes[collection]].some((shape) => shape && !shape.fields.slug))
      .flatMap((collection) =>
        operations
          .filter((one) => one.collection === collection && one.addressing === 'slug')
          .map(({ id }) => [id, `${collection} show no slug`] as const),
      ),
  );
