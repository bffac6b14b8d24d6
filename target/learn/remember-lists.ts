import type { Calendar } from '../calendar.js';

/** Answers to lists, by what was asked. */
export type ListMemory = Map<string, ReturnType<Calendar['list']>>;

/**
 * A calendar that asks for no list twice: while a target is learned its world stands still, and several probes may ask
 * the same.
 */
export const rememberingLists = (calendar: Calendar, memory: ListMemory): Calendar => ({
  ...calendar,
  list(collection, query, via = {}) {
    const asked = Object.entries(query).toSorted(([one], [other]) => (one < other ? -1 : 1));
    const { choices, flagStyle } = calendar.profile;
    const key = JSON.stringify([collection, asked, via, choices['language.segment-place'], flagStyle]);
    const answer = memory.get(key) ?? calendar.list(collection, query, via);
    memory.set(key, answer);
    return answer;
  },
});
