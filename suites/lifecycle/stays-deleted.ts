import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { byId, bySlug } from '../../adapter/reading/paths.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import { countExpectation } from '../../kernel/tally.js';
import type { Exchange } from '../../wire/exchange.js';
import { expectDeleted, expectUnlisted, isTrashed } from '../expect/expect-deleted.js';
import { expectOther } from '../expect/record-address.js';
import { lifecycle } from './action-histories.js';
import type { Name } from './action.js';
import { readRecord, recordOf } from './history-context.js';
import {
  anyDelete,
  anySuccessor,
  anyUpdate,
  basicsOf,
  bySlugReadsOf,
  creation,
  deletesOf,
  often,
} from './drawn-actions.js';
import type { ObservedState } from './invariant.js';
import { isThere } from './state-model.js';

/** Expects a deleted record to be gone by its id, by the slug that it had and from lists, and any other to be there. */
async function isGoneOrThere({ context, progress, action }: ObservedState, name: Name): Promise<void> {
  if (isThere(progress.states[0], name)) return void (await readRecord(context, name));
  const { calendar } = context;
  const { made, slug = '' } = recordOf(context, name);
  expectDeleted(calendar, made, await calendar.read(made.collection, byId(made)));
  expectNoLonger(calendar, made, await calendar.read(made.collection, bySlug(slug)));
  // Lists do not depend on what has been done to others since; they are asked when it goes, and in the end.
  if (action === undefined || action.do === 'delete') await expectUnlisted(calendar, made);
}

/** The slug may be unknown, or be that of a trashed record or of one that got it since. */
function expectNoLonger(calendar: Calendar, made: Made, exchange: Exchange): void {
  if (isTrashed(calendar, made, exchange)) return countExpectation();
  expectOther(calendar, made, 'the slug of a deleted record', exchange);
}

const [FORMER, LATER] = ['events/1', 'events/2'] as const;
const names: readonly Name[] = [FORMER];
const successors: readonly Name[] = [LATER];

const fields = (): readonly string[] => ['description'];
const REQUESTS = 12;

/** Nothing that is done to a deleted event, or in its place, brings it back. */
export const staysDeleted: CalendarRequirement = lifecycle(
  {
    id: 'events.lifecycle.deleted',
    clause: 'event.delete',
    alsoCovers: ['address.slug', 'coherence.kept-write'],
    operations: deletesOf('events'),
    profile: 'core',
    needs: [...basicsOf('events'), ...deletesOf('events'), ...bySlugReadsOf('events')],
    statement: 'Deleted events stay deleted by id, by slug and in lists, whatever requests follow.',
    cost: REQUESTS + 3,
  },
  {
    initial: names.map((name) => creation(name)),
    // Some more often than others: most of what can go wrong takes a successor or what is done to the deleted.
    actions: [
      anyDelete(names),
      ...often(anySuccessor([[FORMER, LATER]]), 3),
      ...often(anyUpdate({ names, fields, by: 'id' }), 2),
      ...often(anyUpdate({ names: successors, fields }), 2),
      anyDelete(successors),
    ],
    // A record that was never deleted is for others.
    isAbout: ({ do: what, name }, state) => isThere(state, name) === (what === 'delete') || successors.includes(name),
    requests: REQUESTS,
    dearest: 4,
    affected: (action) => ('after' in action && action.after ? [action.name, action.after] : [action.name]),
    observe: isGoneOrThere,
    concluded: (state) => [...state.keys()],
  },
);
