import fc from 'fast-check';
import { askedWith } from '../../adapter/calendar/locate.js';
import type { Capability } from '../../adapter/learn/capabilities.js';
import { type ReadingEvidence, toChoices } from '../../adapter/profile/target-profile.js';
import type { CalendarRequirement, Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type ReadingId, readingOf } from '../../contract/readings/readings.js';
import type { Collection } from '../../contract/resources.js';
import { type DeviationDetails, Obstructed, WorldLacks } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isGranted } from '../../wire/status.js';
import { deviationOf } from '../expect/expect-selection.js';
import { select } from '../model/select.js';
import { isPlain } from '../queries/base-query.js';
import { listRule } from '../queries/list-rule.js';

/** A reading with an alternative that the interface's words do not support, and what they say instead. */
interface Literal {
  readonly reading: ReadingId;
  readonly name: string;
  readonly statement: string;
  readonly needs?: readonly Capability[];
}

const ofEvents: readonly Literal[] = [
  {
    reading: 'list.start-date',
    name: 'start-date',
    statement: 'start_date selects the events that start on that day; it is not the start of a window.',
  },
  {
    reading: 'list.end-date',
    name: 'end-date',
    statement: 'end_date selects the events that end on that day; it is not the end of a window.',
  },
  {
    reading: 'list.start-date.strict',
    name: 'start-date-strict',
    statement:
      'With strict_dates, start_date is the time from which the filter selects, not the only time that it selects.',
  },
  {
    reading: 'list.end-date.strict',
    name: 'end-date-strict',
    statement:
      'With strict_dates, end_date is the time from which the filter selects, not the only time that it selects.',
  },
  {
    reading: 'list.starts-before.strict',
    name: 'starts-before-strict',
    statement: 'With strict_dates, starts_before leaves out an event that starts at exactly that time.',
  },
  {
    reading: 'list.ends-before.strict',
    name: 'ends-before-strict',
    statement: 'With strict_dates, ends_before leaves out an event that ends at exactly that time.',
  },
  {
    reading: 'list.lenient-time',
    name: 'lenient-time',
    statement: 'Without strict_dates, date filters include whole days, whatever time of day is sent.',
  },
  {
    reading: 'list.category-filter',
    name: 'category-filter',
    statement: 'categories selects the events assigned to the category itself and not to its children.',
  },
  {
    reading: 'list.include.other-filters',
    name: 'include-with-others',
    statement: 'include lifts the date filters but no other filter.',
  },
  {
    reading: 'list.geoloc.alone',
    name: 'geoloc-alone',
    statement: 'geoloc_lat without geoloc_lng is refused.',
    needs: ['extension.geoloc'],
  },
  {
    reading: 'list.search.match',
    name: 'search-match',
    statement: 'A search matches the whole string, not its separate words.',
  },
];

const ofTags: readonly Literal[] = [
  {
    reading: 'terms.include-hide-empty',
    name: 'include-with-hide-empty',
    statement: 'hide_empty hides terms that no event has even if include names them.',
  },
  {
    reading: 'terms.include-exclude',
    name: 'include-with-exclude',
    statement: 'include and exclude both apply when they are sent together.',
  },
  {
    reading: 'terms.post-hide-empty',
    name: 'post-with-hide-empty',
    statement: 'hide_empty hides terms that no counted event has even if post names an event that has them.',
  },
];

const ofCategories: Literal = {
  reading: 'terms.parent',
  name: 'parent',
  statement: 'parent selects the children of a category, not all of its descendants.',
};

const FITS_NONE = 'the target matches no accepted interpretation; other requirements judge that';

/** A list that fits no interpretation is wrong by its parameters. */
const toObstacle = ({ collection, query }: ReadingEvidence): DeviationDetails => ({
  kind: 'selection',
  expected: 'a list that fits an accepted interpretation',
  observed: 'one that fits none',
  about: { operation: `${collection}.all.GET`, ...askedWith(collection, Object.keys(query)) },
});

/** The alternative that the target was seen to follow. @throws Inconclusive when it could not be seen, or follows none. */
function followed({ profile: { evidence } }: World, id: ReadingId) {
  const shown = evidence.get(id);
  if (!shown) throw new WorldLacks('the test data could not show which interpretation the target follows');
  const alternative = readingOf(id).alternatives.find((one) => one.id === shown.follows);
  if (!alternative) throw new Obstructed(FITS_NONE, toObstacle(shown));
  return { ...shown, alternative };
}

/** A list that shows which alternative of a reading is followed. */
interface Shown extends Pick<ReadingEvidence, 'collection' | 'query'> {
  readonly id: ReadingId;
  readonly exchange: Exchange;
}

/** The records of a list that the words do not select, or that it lacks of those that they do. */
function signOf({ calendar, world }: Pick<Subject, 'calendar' | 'world'>, { id, collection, query, exchange }: Shown) {
  const choices = { ...world.profile.choices, [id]: toChoices(new Map())[id] };
  const literally = { today: world.today, of: world.of, profile: { ...world.profile, choices } };
  const selection = select(literally, collection, query, { among: isPlain(world) });
  const { items } = calendar.lens.page(collection, exchange);
  return deviationOf({ world, collection, items, selection, exchange })?.sign;
}

/** Of the interpretations of an ambiguous sentence, the target follows one that its words support. */
const followsWords = (collection: Collection, { reading, name, ...stated }: Literal): CalendarRequirement =>
  listRule({
    ...stated,
    collection,
    rule: `readings.${name}`,
    level: 'SHOULD',
    clause: readingOf(reading).clauses[0],
    cost: 0,
    witnesses: [],
    given: () => fc.constant(reading),
    async check({ calendar, world }, id) {
      const { alternative, query } = followed(world, id);
      // A target that follows the words has shown it already; otherwise the query is sent once more to be shown.
      const exchange = alternative.supported ? undefined : await calendar.list(collection, query);
      const [literal] = readingOf(id).alternatives;
      const sign = exchange && isGranted(exchange) && signOf({ calendar, world }, { id, collection, query, exchange });
      expectThat(alternative.supported, {
        kind: 'selection',
        expected: `of "${readingOf(id).question}": ${literal.text}`,
        observed: alternative.text,
        ...(exchange && { exchange }),
        ...(sign && { sign }),
      });
    },
  });

/** One requirement for each reading of lists that has an alternative which the words do not support. */
export const literalReadings: readonly CalendarRequirement[] = [
  ...ofEvents.map((literal) => followsWords('events', literal)),
  ...ofTags.map((literal) => followsWords('tags', literal)),
  followsWords('categories', ofCategories),
];
