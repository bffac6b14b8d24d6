import fc from 'fast-check';
import { ref } from '../../generators/wire.js';
import { WorldLacks } from '../../harness/deviation.js';
import { browse } from '../../target/browse.js';
import { requirement } from '../../target/subject.js';
import { isDrafted } from '../model/status.js';
import { expectEachOnce } from './expect-each-once.js';
import { expectMembership } from './expect-membership.js';

const SOON = ref('events', 'soon');

/**
 * The defaults of start_date and end_date are computed by the service, so nothing must be in the list that comes without
 * them; but a calendar that shows nothing of next week is hardly meant.
 */
export const showsWhatIsSoon = requirement({
  id: 'events.list.default-window',
  level: 'SHOULD',
  clause: 'event.list',
  alsoCovers: ['coherence.pages'],
  operations: ['events.list'],
  profile: 'core',
  needs: ['events.list'],
  effects: 'reads',
  statement: 'A list of events without any date parameter holds an event of the next days, and none twice on a page.',
  cost: 1,
  given(world) {
    if (!world.of('events').some((event) => event.ref.key === SOON.key && !isDrafted(event)))
      throw new WorldLacks('no event of the next days is known');
    return fc.constant({});
  },
  async check({ calendar, world }, query) {
    const { id } = world.record(SOON);
    const browsed = await browse(calendar, 'events', query);
    expectEachOnce(browsed, 'events');
    expectMembership(browsed, { collection: 'events', id }, true);
  },
});
