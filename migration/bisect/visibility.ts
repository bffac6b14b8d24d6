import { toCount } from '../../wire/wording.js';

/** What was not read. */
interface Unread {
  /** The most events of a window with equal totals; undefined if all events were read. */
  readonly largest: number | undefined;
  /** Collections of which pages were sampled. */
  readonly collections: readonly string[];
}

/** The classes of differences that a bisection finds, and those that it cannot find, as ends of sentences. */
export function toVisibility({ largest, collections }: Unread) {
  const visible = ['every difference of the records that were read, and lists that only one service shows'];
  const queries = 'other responses to filters, order, paging or invalid values, and what other identities see';
  if (largest === undefined && collections.length === 0) return { visible, invisible: [queries] };
  const ofEvents =
    largest === undefined
      ? []
      : [
          'changed texts, links, statuses or times of events that stay in a window with equal totals, unless it was sampled',
          `events that came into a window of at most ${toCount(largest)} events while as many left it, unless it was sampled`,
        ];
  const ofOthers =
    collections.length === 0 ? [] : [`changed records on pages of ${collections.join(', ')} that were not sampled`];
  const came = 'events that were added, removed, or moved to other days, where this changes the total of a window';
  return {
    visible: [...visible, ...(largest === undefined ? [] : [came])],
    invisible: [...ofEvents, ...ofOthers, queries],
  };
}
