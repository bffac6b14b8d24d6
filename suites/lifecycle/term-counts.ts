import type { CalendarRequirement } from '../../adapter/subject.js';
import { expectThat } from '../../kernel/expectations.js';
import { lifecycle } from './action-histories.js';
import { type Action, collectionOf, type Name } from './action.js';
import type { HistoryContext } from './history-context.js';
import { anyDelete, anyLink, creation, deletesOf, updatesOf } from './drawn-actions.js';
import { follow, type ObservedState } from './invariant.js';
import {
  changed,
  eventsOf,
  expectListed,
  findAmong,
  findIn,
  type Found,
  isLinked,
  movesLinks,
  ofEvent,
} from './linked-by.js';
import { isThere, type State } from './state-model.js';

const terms: readonly Name[] = ['categories/1', 'categories/2', 'tags/1', 'tags/2'];
/** Three: of what one loses and another leaves, some still is counted. */
const events: readonly Name[] = ['events/1', 'events/2', 'events/3'];

/** Expects the list without empty terms to hold just those with events and to count them right, where it counts. */
async function isCountedByLinks(observed: ObservedState, name: Name): Promise<void> {
  const { context, progress, action } = observed;
  const isDue = eventsOf(progress.states[0], name).length > 0;
  const found = await findAmong(context, name, { hide_empty: true }, isDue);
  follow(progress, (state) => {
    const { length: count } = eventsOf(state, name);
    expectListed({ name, due: count > 0, found, list: 'the list with hide_empty=true' });
    expectCount(context, found, { name, count });
  });
  if (action) await isListedByEvent(observed, name, action);
}

interface Counted {
  readonly name: Name;
  readonly count: number;
}

function expectCount(
  { calendar: { lens } }: HistoryContext,
  { shown, exchange }: Found,
  { name, count }: Counted,
): void {
  const isCounting = shown && lens.fact(shown.collection, 'count') !== undefined;
  const shownCount = isCounting ? Number(lens.field(shown, 'count') ?? count) : count;
  const [expected, observed] = [`a count of ${count} for ${name}`, String(shownCount)];
  expectThat(shownCount === count, { kind: 'total', expected, observed, exchange });
}

/** Of the two names that the parameter has, each kind of term is asked by one. What a deleted event selects is open. */
async function isListedByEvent(
  { context, progress }: ObservedState,
  name: Name,
  { name: event }: Action,
): Promise<void> {
  if (!isThere(progress.states[0], event)) return;
  const parameter = collectionOf(name) === 'tags' ? 'event' : 'post';
  const found = await findIn(context, name, ofEvent(context, parameter, event));
  follow(progress, (state) =>
    expectListed({ name, due: isLinked(state, event, name), found, list: `the list by ${parameter} ${event}` }),
  );
}

/**
 * What every history does: whatever is counted at other writes alone is seen then, and not left to luck. The first event
 * takes along a tag that no other one has, and categories that others keep.
 */
const steps: readonly ((action: Action, state: State) => boolean)[] = [
  (action) => action.do === 'delete' && action.name === 'events/1',
  replacesSome,
];

/** Both steps change at most all of the terms, and two requests show what became of each. */
const REQUESTS = 15;

/**
 * Whether an update takes a category from an event that keeps another one, and gives it a tag that no event had: what
 * counts only what comes is wrong then, and what counts only creates.
 */
function replacesSome(action: Action, state: State): boolean {
  const had = state.get(action.name)?.links.categories ?? [];
  const { categories = [], tags = [] } = action.do === 'update' ? action.links : {};
  return categories.length > 0 && had.some((name) => !categories.includes(name)) && tags.join() === 'tags/2';
}

/** What lists say of terms and their events, through linking, unlinking and deleting events. */
export const countsByLinks: CalendarRequirement = lifecycle(
  {
    id: 'terms.lifecycle.counts',
    clause: 'coherence.relations',
    alsoCovers: [
      'category.list.hide_empty',
      'category.list.post',
      'tag.list.hide_empty',
      'tag.list.event',
      'coherence.kept-write',
    ],
    operations: ['categories.list', 'tags.list', ...updatesOf('events'), ...deletesOf('events')],
    profile: 'coherence',
    needs: ['events.create', 'categories.create', 'tags.create', 'categories.list', 'tags.list', 'lists.created'],
    statement:
      'After a delete of an event and an update of the terms of another, term counts, hide_empty and lists by event reflect the links.',
    cost: REQUESTS + 5,
  },
  {
    initial: [
      ...terms.map((name) => creation(name)),
      creation('events/1', ['categories/1', 'categories/2', 'tags/1']),
      creation('events/2', ['categories/2', 'categories/1']),
      creation('events/3', ['categories/1', 'categories/2']),
    ],
    actions: [anyLink(events, terms), anyDelete(['events/1'])],
    isAbout: (action, state, { length }) => movesLinks(action, state) && steps[length]?.(action, state) === true,
    requests: REQUESTS,
    dearest: 9,
    affected: (_, before, after) => changed(before, after, terms),
    observe: isCountedByLinks,
    concluded: () => terms,
  },
);
