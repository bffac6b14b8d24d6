import { addDays, dayOf } from '../../adapter/notation/day-times.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { narrowToRun, windowQuery } from '../../adapter/reading/record-queries.js';
import type { World } from '../../adapter/world/world.js';
import { type Collection, eventRelations, resourceOf } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { baseQueryOf, isPlain, windowsOf } from './base-query.js';

/** Queries of a collection that each return few records, of which the world knows most. */
export type ShortLists = (world: World, collection: Collection) => readonly ListQuery[];

const parameterTo = { venues: 'event', organizers: 'event', categories: 'post', tags: 'post' } as const;

/** What one event is linked to. */
export const ofOneEvent: ShortLists = (world, collection) =>
  collection === 'events' ? [] : world.refs('events').map((event) => ({ [parameterTo[collection]]: event }));

/** Events that are linked to something of every kind, by all that there is of it. */
export const ofAllRelations: ShortLists = (world, collection) => {
  if (collection !== 'events') return [];
  const named = Object.entries(eventRelations).map(([relation, linked]) => [relation, world.refs(linked)] as const);
  return [{ ...baseQueryOf(world, 'events'), ...Object.fromEntries(named.filter(([, refs]) => refs.length > 0)) }];
};

/** What is in the names of all records of the run, which others' lack; undefined where there are none. */
export function markOfRun(world: World, collection: Collection): string | undefined {
  const own = world.of(collection).find(({ complete }) => complete);
  const search = own && narrowToRun(collection, own.body, world.profile).search;
  return typeof search === 'string' && search !== '' ? search : undefined;
}

/** Words that several names have in common; in a world that was made, the run's marker. */
export function sharedWords(world: World, collection: Collection): readonly string[] {
  const mark = markOfRun(world, collection);
  if (mark !== undefined) return [mark];
  const { label } = resourceOf(collection);
  const names = world
    .of(collection)
    .map(({ body }): readonly string[] => toText(body[label]).match(/[A-Za-z]{4,}/g) ?? []);
  const words = [...new Set(names.flat())];
  return words.filter((word) => names.filter((name) => name.includes(word)).length > 1);
}

/** What is found by the words of names. */
export const searched: ShortLists = (world, collection) =>
  collection === 'events' ? [] : sharedWords(world, collection).map((search) => ({ search }));

/** What stands below one category. */
const below: ShortLists = (world, collection) =>
  collection === 'categories' ? world.refs(collection).map((parent) => ({ parent })) : [];

/** Terms by their ids. */
const named: ShortLists = (world, collection) => {
  const include = world.of(collection).filter(isPlain(world));
  return collection === 'categories' || collection === 'tags' ? [{ include: include.map(({ ref }) => ref) }] : [];
};

/** All there is of a collection that was found on one page. */
const whole: ShortLists = (world, collection) => {
  const found = world.of(collection);
  const isWhole = found.length < world.profile.pageSizes[collection] && found.every(({ listed }) => listed === true);
  return isWhole && collection !== 'events' ? [{}] : [];
};

/** Events that start one after the other. */
const NEIGHBOURS = 12;

/** The window of the world, or its first days; where that was found and may hold thousands, a few days of it. */
const inWindow: ShortLists = (world, collection) => {
  if (collection !== 'events') return [];
  const events = world.of('events').filter(isPlain(world));
  if (events.length <= NEIGHBOURS || events.some(({ listed }) => listed !== true))
    return [baseQueryOf(world, 'events'), ...windowsOf(world)];
  const starts = events.flatMap(({ payload: { start_date: start } }) => (typeof start === 'string' ? [start] : []));
  const days = starts.map(dayOf).toSorted();
  return days.flatMap((from, index) => {
    const to = days[index + NEIGHBOURS];
    // Whether the outer days are included, and on which clock, is open.
    return to === undefined ? [] : [windowQuery(world.profile, { from: addDays(from, -2), to: addDays(to, 2) })];
  });
};

/** From the lists that others write to least to those that rest on most. */
export const shortLists: readonly ShortLists[] = [inWindow, ofOneEvent, searched, below, named, whole];

/** The same, of which those rest on most that others write to most: where pages are read again when they change. */
export const plainShortLists: readonly ShortLists[] = [inWindow, ofOneEvent, searched, below, whole, named];
