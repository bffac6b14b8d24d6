import type { Collection } from '../contract/field.js';
import type { ListQuery, Ref } from '../generators/wire.js';
import { Inconclusive } from '../harness/errors.js';
import type { Exchange } from '../harness/exchange.js';
import { browse } from '../target/browse.js';
import type { Shown } from '../target/lens.js';
import { narrowToRun } from '../target/narrow.js';
import type { Subject } from '../target/subject.js';
import type { World } from '../target/world/world.js';
import { findListed } from './find-listed.js';
import { windowOf } from './lists/ground.js';

/** A record in a list. */
interface InList {
  readonly shown: Shown;
  readonly exchange: Exchange;
}

const together = (world: World, collection: Collection, ref: Ref): ListQuery =>
  collection === 'events' ? windowOf(world) : narrowToRun(collection, world.record(ref).body, world.profile);

/** A record of ours that anybody may see whole. */
const isOpen = (world: World, ref: Ref | undefined): boolean =>
  ref !== undefined && world.record(ref).payload.password === undefined;

/**
 * A record of the world in a list that holds others too, and the one that is farthest from it: what a list mixes up
 * shows only where it has several. Alone where it cannot be found so. @throws CannotTell when it is in no list.
 */
export async function listedBeside(
  { calendar, world }: Pick<Subject, 'calendar' | 'world'>,
  collection: Collection,
  ref: Ref,
): Promise<readonly InList[]> {
  const { id, body } = world.record(ref);
  const { pages } = await browse(calendar, collection, together(world, collection, ref));
  for (const { items, exchange } of pages) {
    const own = items.filter((item) => isOpen(world, world.refOf(collection, item.id)));
    const at = own.findIndex((item) => item.id === id);
    const [shown, other] = [own[at], own.at(at < own.length / 2 ? -1 : 0)];
    if (shown) return [...(other && other !== shown ? [other] : []), shown].map((one) => ({ shown: one, exchange }));
  }
  const { shown, exchange } = await findListed(calendar, { collection, id, body });
  if (shown) return [{ shown, exchange }];
  throw new Inconclusive(`${collection}/${id} was not found in a list`, `${collection}.list`);
}
