import { browse, type Browsed } from '../../adapter/reading/browse.js';
import { unfilteredFor } from '../../adapter/reading/record-queries.js';
import type { Via } from '../../adapter/reading/paths.js';
import type { Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { Collection } from '../../contract/resources.js';
import { expectThat } from '../../kernel/expectations.js';
import { isPlain, windowOf } from '../queries/base-query.js';
import { belongingOf, toWords } from './localized.js';

interface Asked {
  readonly collection: Collection;
  readonly via: Via;
}

/** Whether a record is in the list of a language that is asked for as little as may be. */
async function isInWhole({ calendar, world }: Subject, { collection, via }: Asked, id: string): Promise<boolean> {
  const whole = collection === 'events' ? windowOf(world) : unfilteredFor(world.profile, collection);
  const { items } = await calendar.aside(() => browse(calendar, collection, whole, via));
  return items.some((item) => item.id === id);
}

/** What a list shows of the records that were made without a language, of those that no list hides by their status. */
function unnamedIn(world: World, collection: Collection, { items }: Browsed) {
  const plain = new Set(
    world
      .of(collection)
      .filter(isPlain(world))
      .map(({ id }) => id),
  );
  return items.find(({ id }) => plain.has(id));
}

/**
 * Expects a list in a language to show no record made without one that the list of that language leaves out when nothing
 * else is asked for: of what language such a record is, or of all, is open, but not beside which parameter it is.
 */
export async function expectOthersLeftOut(subject: Subject, asked: Asked, browsed: Browsed): Promise<void> {
  const { collection, via } = asked;
  if (belongingOf(subject.world, collection) !== 'one') return;
  const shown = unnamedIn(subject.world, collection, browsed);
  const isWrong = shown !== undefined && !(await isInWhole(subject, asked, shown.id));
  const page = browsed.pages.find(({ items }) => items.some(({ id }) => id === shown?.id));
  expectThat(!isWrong, () => ({
    kind: 'selection',
    expected: `no ${collection}/${shown?.id} in a list ${toWords(via)}: without other parameters it is left out`,
    observed: 'Response wrongly includes it',
    ...(page && { exchange: page.exchange }),
    ...(shown && { sign: { records: [shown.id], listed: true } }),
  }));
}
