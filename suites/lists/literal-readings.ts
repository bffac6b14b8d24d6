import fc from 'fast-check';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type ReadingId, readingOf } from '../../contract/readings/readings.js';
import type { Collection } from '../../contract/resources.js';
import { WorldLacks } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';

/** A reading with an alternative that the words do not bear, and what they say instead. */
interface Literal {
  readonly reading: ReadingId;
  readonly collection: Collection;
  readonly name: string;
  readonly statement: string;
  readonly needs?: string;
}

const literals: readonly Literal[] = [
  {
    reading: 'list.start-date',
    collection: 'events',
    name: 'start-date',
    statement: 'start_date selects the events that start on that day; it is no bound of a window.',
  },
  {
    reading: 'list.end-date',
    collection: 'events',
    name: 'end-date',
    statement: 'end_date selects the events that end on that day; it is no bound of a window.',
  },
  {
    reading: 'list.start-date.strict',
    collection: 'events',
    name: 'start-date-strict',
    statement: 'With strict_dates, start_date is where the filter starts and not the one time that it selects.',
  },
  {
    reading: 'list.end-date.strict',
    collection: 'events',
    name: 'end-date-strict',
    statement: 'With strict_dates, end_date is where the filter starts and not the one time that it selects.',
  },
  {
    reading: 'list.starts-before.strict',
    collection: 'events',
    name: 'starts-before-strict',
    statement: 'With strict_dates, starts_before leaves out an event that starts at the very time.',
  },
  {
    reading: 'list.ends-before.strict',
    collection: 'events',
    name: 'ends-before-strict',
    statement: 'With strict_dates, ends_before leaves out an event that ends at the very time.',
  },
  {
    reading: 'list.lenient-time',
    collection: 'events',
    name: 'lenient-time',
    statement: 'Without strict_dates, whole days are included whatever time of day is given.',
  },
  {
    reading: 'list.category-filter',
    collection: 'events',
    name: 'category-filter',
    statement: 'categories selects the events assigned to the category itself and not to its children.',
  },
  {
    reading: 'list.include.other-filters',
    collection: 'events',
    name: 'include-with-others',
    statement: 'include lifts the date filters and no others.',
  },
  {
    reading: 'list.featured.false',
    collection: 'events',
    name: 'featured-false',
    statement: 'featured=false selects the events that are not featured.',
  },
  {
    reading: 'list.geoloc.alone',
    collection: 'events',
    name: 'geoloc-alone',
    statement: 'geoloc_lat without geoloc_lng is refused, as both must be given.',
    needs: 'extension.geoloc',
  },
  {
    reading: 'list.search.match',
    collection: 'events',
    name: 'search-match',
    statement: 'A search looks for the string as a whole and not for its words.',
  },
  {
    reading: 'terms.include-hide-empty',
    collection: 'tags',
    name: 'include-with-hide-empty',
    statement: 'hide_empty hides terms of no event also where include names them.',
  },
  {
    reading: 'terms.include-exclude',
    collection: 'tags',
    name: 'include-with-exclude',
    statement: 'include and exclude hold together: neither is ignored beside the other.',
  },
  {
    reading: 'terms.post-hide-empty',
    collection: 'tags',
    name: 'post-with-hide-empty',
    statement: 'hide_empty hides terms that no counted event has also where post names an event that has them.',
  },
  {
    reading: 'terms.parent',
    collection: 'categories',
    name: 'parent',
    statement: 'parent selects the children of a category and not all that is below it.',
  },
];

/** The alternative that the target was seen to follow. @throws CannotTell when it could not be seen, or follows none. */
function followed({ profile: { evidence } }: World, id: ReadingId) {
  const shown = evidence.get(id);
  if (!shown) throw new WorldLacks('the lists of the target could not be asked about it');
  const alternative = readingOf(id).alternatives.find((one) => one.id === shown.follows);
  if (!alternative) throw new Inconclusive('the target follows no reading of it, which other requirements judge');
  return { ...shown, alternative };
}

/** A sentence that can be understood in more than one way is followed in one that its words bear. */
const followsWords = ({ reading, collection, name, statement, needs }: Literal): CalendarRequirement =>
  requirement({
    id: `${collection}.list.readings.${name}`,
    level: 'SHOULD',
    clause: readingOf(reading).clauses[0],
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`, ...(needs === undefined ? [] : [needs])],
    effects: 'reads',
    statement,
    cost: 0,
    given: () => fc.constant(reading),
    async check({ calendar, world }, id) {
      const { alternative, query } = followed(world, id);
      // A target that follows the words has shown it already; otherwise the query is sent once more to be shown.
      const exchange = alternative.supported ? undefined : await calendar.list(collection, query);
      const expected = readingOf(id).alternatives[0].text;
      expectThat(alternative.supported, {
        kind: 'selection',
        expected: `of "${readingOf(id).question}": ${expected}`,
        observed: alternative.text,
        ...(exchange && { exchange }),
      });
    },
  });

/** One requirement for each reading of lists that has an alternative which the words do not bear. */
export const literalReadings: readonly CalendarRequirement[] = literals.map(followsWords);
