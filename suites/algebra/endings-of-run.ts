import type { Collection } from '../../contract/field.js';
import { resourceOf } from '../../contract/resources.js';
import { narrowToRun } from '../../target/narrow.js';
import { toText } from '../../target/shown-values.js';
import type { World } from '../../target/world/world.js';

/**
 * What ends the names of some records of the run, to be searched for: a word and the mark, each once. Records of others
 * are not found by it, and some of ours are not, either.
 */
export function endingsOfRun(world: World, collection: Collection): readonly string[] {
  const mark = markOfRun(world, collection);
  const endings = world.of(collection).flatMap(({ body }) => {
    const [, word] = /([A-Za-z]+) \S+$/.exec(toText(body[resourceOf(collection).label])) ?? [];
    return word === undefined || mark === undefined ? [] : [`${word} ${mark}`];
  });
  return [...new Set(endings)];
}

/** What stands in the names of all records of the run; undefined where there are none. */
function markOfRun(world: World, collection: Collection): string | undefined {
  const [record] = world.of(collection);
  const search = record && narrowToRun(collection, record.body, world.profile).search;
  return typeof search === 'string' && search !== '' ? search : undefined;
}
