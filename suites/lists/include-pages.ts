import fc, { type Arbitrary } from 'fast-check';
import type { Ref } from '../../generators/wire.js';
import { WorldLacks } from '../../harness/deviation.js';
import { expectThat } from '../../harness/expectations.js';
import { requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { select } from '../model/select.js';
import { askPage, idsOn } from './ask-page.js';
import { isPlain } from './ground.js';

/** Some events that a list which names them must hold, in any order. */
function several(world: World): Arbitrary<readonly Ref[]> {
  const include = world.of('events').map(({ ref }) => ref);
  const { must } = select(world, 'events', { include }, { among: isPlain(world) });
  if (must.length < 2) throw new WorldLacks('the world has no two events that a list by include must hold');
  return fc.shuffledSubarray([...must], { minLength: 2, maxLength: 4 });
}

/** A list by include is cut into pages like any other. */
export const pagesIncluded = requirement({
  id: 'events.list.include.pages',
  level: 'MUST',
  clause: 'event.list.per_page',
  alsoCovers: ['event.list.page', 'event.list.include'],
  operations: ['events.list'],
  profile: 'core',
  needs: ['events.list'],
  effects: 'reads',
  statement: 'A list by include is cut into pages of the size asked for, which together hold each event named once.',
  cost: 2,
  given: several,
  async check({ calendar }, include) {
    const query = { include, per_page: include.length - 1 };
    const first = await askPage(calendar, 'events', { ...query, page: 1 });
    const second = await askPage(calendar, 'events', { ...query, page: 2 });
    const { exchange } = second;
    const isSplit = first.items.length === include.length - 1 && second.items.length === 1;
    const shown = [...first.items, ...second.items].map(({ id }) => id).toSorted();
    const isWhole = shown.join() === include.map(calendar.idOf).toSorted().join();
    const expected = `${include.length - 1} of the events on page 1 and the other on page 2`;
    const observed = `${idsOn(first)} on page 1 and ${idsOn(second)} on page 2`;
    expectThat(isSplit && isWhole, { kind: 'selection', expected, observed, exchange });
  },
});
