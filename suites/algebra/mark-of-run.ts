import type { Collection } from '../../contract/field.js';
import { narrowToRun } from '../../target/narrow.js';
import type { World } from '../../target/world/world.js';

/** What stands in the names of all records of the run, to be searched for; undefined where there are none. */
export function markOfRun(world: World, collection: Collection): string | undefined {
  const [record] = world.of(collection);
  const search = record && narrowToRun(collection, record.body, world.profile).search;
  return typeof search === 'string' && search !== '' ? search : undefined;
}
