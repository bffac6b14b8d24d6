import { toWireId } from '../../adapter/calendar/calendar.js';
import { browse } from '../../adapter/reading/browse.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { narrow } from '../../adapter/reading/record-queries.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import { type Action, collectionOf, type Name, relationsIn } from './action.js';
import { type HistoryContext, recordOf, type Seen } from './history-context.js';
import { isKept, isThere, type State } from './state-model.js';

/** Whether an event is linked to a record. */
export const isLinked = (state: State, event: Name, name: Name): boolean =>
  relationsIn(state.get(event)?.links ?? {}).some(([, names]) => names.includes(name));

/** The events that are there, or kept in a trash, and linked to a record. */
export const eventsOf = (state: State, name: Name): readonly Name[] =>
  [...state.keys()].filter((event) => isKept(state, event) && isLinked(state, event, name));

/** The records that an action linked or unlinked: those for which an event has come or gone. */
export const changed = (before: State, after: State, among: readonly Name[]): readonly Name[] =>
  among.filter((name) => String(eventsOf(before, name)) !== String(eventsOf(after, name)));

/**
 * Whether an action does something to links: it deletes what is there, links it otherwise than before, or creates
 * something in place of what was deleted.
 */
export function movesLinks(action: Action, state: State): boolean {
  if (action.do === 'create') return [...state.values()].some(({ life }) => life === 'deleted');
  if (action.do === 'delete') return isThere(state, action.name);
  const had = state.get(action.name)?.links ?? {};
  const lists = relationsIn(action.links);
  const isOther = lists.some(([relation, names]) => String(names.toSorted()) !== String(had[relation]?.toSorted()));
  // What is deleted may be linked by itself; among others it would mostly have all of them refused.
  const areThere = lists.length === 1 || lists.every(([, names]) => names.every((name) => isThere(state, name)));
  return isThere(state, action.name) && isOther && areThere;
}

/** What a list holds of one record; `shown` is undefined where it lacks it. */
export interface Found {
  readonly shown: Shown | undefined;
  readonly exchange: Seen['exchange'];
}

/** Finds a record in a list. */
export async function findIn({ calendar, records }: HistoryContext, name: Name, query: ListQuery): Promise<Found> {
  const { made } = recordOf({ records }, name);
  const { items, pages } = await browse(calendar, collectionOf(name), query);
  const page = pages.find((one) => one.items.some(({ id }) => id === made.id)) ?? pages.at(-1);
  if (!page) throw new RangeError('a list that was browsed has a page');
  return { shown: items.find(({ id }) => id === made.id), exchange: page.exchange };
}

/**
 * Finds a record in a filtered list, by searching for it. Where it should be and is not found so, in all of the list:
 * searching is another matter.
 */
export async function findAmong(context: HistoryContext, name: Name, filter: ListQuery, due: boolean): Promise<Found> {
  const { made } = recordOf(context, name);
  const { search = '' } = narrow(made.collection, made.body);
  const found = await findIn(context, name, { ...filter, search });
  return found.shown || !due ? found : findIn(context, name, filter);
}

/** A list of what one event is linked to. */
export const ofEvent = (context: HistoryContext, parameter: 'event' | 'post', event: Name): ListQuery => ({
  [parameter]: toWireId(recordOf(context, event).made.id),
});

/** A record that a list must hold or lack, and why. */
interface Membership {
  readonly name: Name;
  readonly due: boolean;
  readonly found: Found;
  /** The list, in words: `the list by events/1`. */
  readonly list: string;
}

/** Expects a record to be in a list, or not to be. */
export const expectListed = ({ name, due, found, list }: Membership): void =>
  expectThat((found.shown !== undefined) === due, {
    kind: 'selection',
    expected: `${list} ${due ? 'with' : 'without'} ${name}`,
    observed: due ? 'a list that lacks it' : 'a list that contains it',
    exchange: found.exchange,
  });
