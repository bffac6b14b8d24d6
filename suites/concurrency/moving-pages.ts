import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import type { Browsed } from '../../adapter/reading/browse.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload, Ref } from '../../generators/wire-value.js';
import { Deviation, Obstructed, WorldLacks } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { changesOf } from '../arbitraries/changes-of.js';
import { omittable } from '../arbitraries/subsets.js';
import { select } from '../model/select.js';
import { isPlain } from '../queries/base-query.js';
import { turnPages } from '../queries/read-pages.js';

/** Events of the world that a list shows when it is asked for them by id: no write of anybody else reaches it. */
function listedById(world: World): readonly Ref[] {
  const include = world.refs('events');
  const { must } = select(world, 'events', { include }, { among: isPlain(world) });
  if (must.length < 3) throw new WorldLacks('fewer than three events are known to be listed');
  return must;
}

/** What is written besides: an event comes, and changes. */
interface OtherWrites {
  readonly body: Payload;
  readonly change: Payload | undefined;
}

async function writeMeanwhile(calendar: Calendar, { body, change }: OtherWrites): Promise<void> {
  const made = await calendar.make('events', body);
  if (change) await calendar.update('events', byId(made), 'PATCH', change);
}

/** Pages are cut from one list, whatever is written elsewhere between them. */
export const pagesHoldStill: CalendarRequirement = requirement({
  id: 'concurrency.events.pages',
  level: 'MUST',
  clause: 'coherence.parallel',
  alsoCovers: ['coherence.pages', 'event.list.page'],
  operations: ['events.list'],
  profile: 'coherence',
  needs: ['events.list', 'events.create'],
  effects: 'writes',
  statement: 'Reading a list of events page by page returns each once while other events are created and updated.',
  cost: 6,
  runs: 2,
  given(world) {
    const known = listedById(world);
    const maxLength = Math.min(5, known.length);
    return fc.record({
      change: omittable(changesOf(world, 'events', { only: ['title', 'start_date', 'end_date'] })),
      include: fc.shuffledSubarray([...known], { minLength: 3, maxLength }),
      body: payload(resourceOf('events'), world),
    });
  },
  async check(subject, { include, ...written }) {
    const { calendar } = subject;
    const turn = (): Promise<Browsed> => turnPages(calendar, 'events', { include, per_page: 2 });
    const [browsed] = await Promise.all([turn(), writeMeanwhile(calendar, written)]);
    try {
      expectEachOnce(subject, include, browsed);
    } catch (found) {
      await requireStill(async () => expectEachOnce(subject, include, await turn()));
      throw found;
    }
  },
});

function expectEachOnce({ world }: Subject, include: readonly Ref[], { items, pages }: Browsed): void {
  const seen = include.map((ref) => items.filter(({ id }) => id === world.record(ref).id).length);
  expectThat(
    seen.every((times) => times === 1),
    {
      kind: 'selection',
      expected: 'each event on one page',
      observed: include.map((ref, at) => `${ref.ref}/${world.record(ref).id} on ${seen[at]}`).join(', '),
      ...(pages[1] && { exchange: pages[1].exchange }),
    },
  );
}

/** @throws Obstructed where pages are wrong also while nobody writes. */
async function requireStill(judge: () => Promise<void>): Promise<void> {
  try {
    await judge();
  } catch (found) {
    if (!(found instanceof Deviation)) throw found;
    throw new Obstructed(`the pages are wrong also while nothing is written: ${found.message}`, found.details);
  }
}
