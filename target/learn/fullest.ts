import { isJsonArray, valueAt } from '../../harness/json.js';
import type { Shapes, TargetProfile } from '../profile.js';
import type { ObservedList } from './sighting.js';

/** How many records the lists that were seen hold on their page. */
export const learnFullest = (lists: readonly ObservedList[], shapes: Shapes): TargetProfile['fullest'] =>
  Object.fromEntries(
    lists.flatMap(({ collection, body }) => {
      const path = shapes[collection]?.items;
      const items = path && valueAt(body, path);
      return isJsonArray(items) ? [[collection, items.length] as const] : [];
    }),
  );
