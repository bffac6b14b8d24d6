import { type ListQuery, ref } from '../../../generators/wire-value.js';
import { addDays, dayOf } from '../../notation/day-times.js';
import { toText } from '../../notation/shown-values.js';
import type { WorldRecord } from '../../world/world.js';
import { type FoundEvent, linkedBy } from './found-event.js';
import type { ReadingProbe } from './reading-probe.js';

type Marks = ReadingProbe['marks'];

/** A list of events over the days of some of them. */
function ask(among: readonly FoundEvent[], query: ListQuery, marks: Marks): ReadingProbe {
  const starts = among.map(({ start }) => dayOf(start)).toSorted();
  const ends = among.map(({ end }) => dayOf(end)).toSorted();
  const [first = '', last = ''] = [starts[0], ends.at(-1)];
  return {
    collection: 'events',
    query: { starts_after: addDays(first, -2), ends_before: addDays(last, 2), ...query },
    marks,
  };
}

const isFeatured = ({ record }: FoundEvent): boolean => record.payload.featured === true;
const isUnfeatured = ({ record }: FoundEvent): boolean => record.payload.featured === false;

/** `include` beside a filter: shown by a featured event and two that are not. */
function featuredProbes(events: readonly FoundEvent[]): readonly ReadingProbe[] {
  const [yes, no, other] = [events.find(isFeatured), ...events.filter(isUnfeatured)];
  if (!yes || !no || !other) return [];
  const among = [yes, no, other];
  return [
    ask(
      among,
      { include: [yes.ref, no.ref], featured: true },
      {
        'list.include.other-filters': {
          both: { in: [yes.key], out: [no.key, other.key] },
          'include-wins': { in: [yes.key, no.key], out: [other.key] },
        },
      },
    ),
  ];
}

/** Words of a title that services do not respell. */
const wordsOf = ({ record }: FoundEvent): readonly string[] =>
  toText(record.body.title).match(/(?<![\w'’-])[A-Z][a-z]{3,}(?![\w'’-])/g) ?? [];

const textOf = ({ record }: FoundEvent): string => JSON.stringify(record.body);

/** Two words of a title, of which nothing else in the event says either, and an event without them. */
function searchable(events: readonly FoundEvent[]) {
  for (const event of events) {
    const [first, second] = wordsOf(event);
    if (first === undefined || second === undefined) continue;
    const isIn = (word: string, other: FoundEvent): boolean => textOf(other).toLowerCase().includes(word.toLowerCase());
    const without = events.find((other) => !isIn(first, other) && !isIn(second, other));
    const isOnlyCapital = !textOf(event).includes(first.toLowerCase());
    const isTurned = isIn(`${second} ${first}`, event);
    if (without && !isTurned) return { event, without, first, second, isOnlyCapital };
  }
  return undefined;
}

/** How a search compares letters, and whether words count by themselves. */
function searchProbes(events: readonly FoundEvent[]): readonly ReadingProbe[] {
  const found = searchable(events);
  if (!found) return [];
  const { event, without, first, second, isOnlyCapital } = found;
  const among = [event, without];
  const only = { in: [event.key], out: [without.key] };
  const none = { out: [event.key, without.key] };
  return [
    ask(
      among,
      { search: first },
      {
        ...(isOnlyCapital && { 'list.search.case': { folded: only, exact: only } }),
        'list.search.match': { substring: only, 'all-words': only },
      },
    ),
    ...(isOnlyCapital
      ? [ask(among, { search: first.toLowerCase() }, { 'list.search.case': { folded: only, exact: none } })]
      : []),
    ask(among, { search: `${second} ${first}` }, { 'list.search.match': { substring: none, 'all-words': only } }),
  ];
}

/** A category with an event of its own, a child with another one, and an event of neither. */
function familyIn(events: readonly FoundEvent[], categories: readonly WorldRecord[]) {
  for (const { ref: child, payload } of categories) {
    const { parent } = payload;
    const above = typeof parent === 'object' && parent !== null && 'key' in parent ? parent.key : undefined;
    if (typeof above !== 'string') continue;
    const has = (key: string) => (event: FoundEvent) => linkedBy(event, 'categories').includes(key);
    const own = events.find((event) => has(above)(event) && !has(child.key)(event));
    const below = events.find((event) => has(child.key)(event) && !has(above)(event));
    const neither = events.find((event) => linkedBy(event, 'categories').length === 0);
    const other = neither ?? events.find((event) => isOutside(event, above, categories));
    if (own && below && other) return { parent: ref('categories', above), own, below, other };
  }
  return undefined;
}

/** Whether an event is in top-level categories alone, none of them this one. */
const isOutside = (event: FoundEvent, key: string, categories: readonly WorldRecord[]): boolean =>
  linkedBy(event, 'categories').every(
    (one) => one !== key && categories.some(({ ref: own, payload }) => own.key === one && payload.parent === undefined),
  );

function categoryProbes(events: readonly FoundEvent[], categories: readonly WorldRecord[]): readonly ReadingProbe[] {
  const family = familyIn(events, categories);
  if (!family) return [];
  const { parent, own, below, other } = family;
  return [
    ask(
      [own, below, other],
      { categories: [parent] },
      {
        'list.category-filter': {
          exact: { in: [own.key], out: [below.key, other.key] },
          'with-children': { in: [own.key, below.key], out: [other.key] },
        },
      },
    ),
  ];
}

/** Whether the slug of a tag stands for its id: one that some event has, and another has not. */
function slugProbes(events: readonly FoundEvent[], tags: readonly WorldRecord[]): readonly ReadingProbe[] {
  for (const { ref: tag, slug } of tags) {
    const own = events.find((event) => linkedBy(event, 'tags').includes(tag.key));
    const other = events.find((event) => !linkedBy(event, 'tags').includes(tag.key));
    if (slug === undefined || !/^[a-z][a-z-]*$/.test(slug) || !own || !other) continue;
    const marks = {
      'list.terms-by-slug': {
        'ids-and-slugs': { in: [own.key], out: [other.key] },
        'ids-only': { out: [own.key, other.key] },
      },
    };
    return [{ ...ask([own, other], { tags: [slug] }, marks), refused: { 'list.terms-by-slug': 'ids-only' } }];
  }
  return [];
}

/** `include` and `exclude` beside each other, of tags that events have. */
function termProbes(events: readonly FoundEvent[]): readonly ReadingProbe[] {
  const used = [...new Set(events.flatMap((event) => linkedBy(event, 'tags')))];
  const [one, two, three] = used;
  if (one === undefined || two === undefined || three === undefined) return [];
  const tag = (key: string) => ref('tags', key);
  const asked = (query: ListQuery, marks: Marks): ReadingProbe => ({ collection: 'tags', query, marks });
  const included = { in: [one], out: [two, three] };
  const left = { in: [one, three], out: [two] };
  const alike = (mark: typeof included) => ({ both: mark, 'include-wins': mark, 'exclude-wins': mark });
  return [
    asked({ include: [tag(one)] }, { 'terms.include-exclude': alike(included) }),
    asked({ exclude: [tag(two)] }, { 'terms.include-exclude': alike(left) }),
    asked(
      { include: [tag(one), tag(two)], exclude: [tag(two)] },
      {
        'terms.include-exclude': {
          both: included,
          'include-wins': { in: [one, two], out: [three] },
          'exclude-wins': left,
        },
      },
    ),
  ];
}

/** The probes of other filters over records that were found. */
export const foundFilterProbes = (
  events: readonly FoundEvent[],
  records: readonly WorldRecord[],
): readonly ReadingProbe[] => {
  const of = (collection: 'categories' | 'tags') => records.filter(({ ref: own }) => own.ref === collection);
  return [
    ...featuredProbes(events),
    ...searchProbes(events),
    ...categoryProbes(events, of('categories')),
    ...slugProbes(events, of('tags')),
    ...termProbes(events),
  ];
};
