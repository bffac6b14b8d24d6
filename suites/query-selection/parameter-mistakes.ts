import { isParameterOf, type ParameterOf } from '../../contract/queries.js';
import { type Semantics, semanticsOf } from '../queries/parameter-semantics.js';
import {
  inAll,
  inOne,
  inverted,
  matching,
  type Mistake,
  ofSeveral,
  ofText,
  seenAs,
  takenFor,
  valueByValue,
} from './misread-values.js';
import { both, either, type Oracle } from './oracle.js';
import { BEGINNING } from './record-views.js';

/** A mistake, and the faults of the zoo that make it: their ids, in which `*` stands for any text. */
interface NamedMistake {
  readonly mistake: Mistake;
  readonly faults: readonly string[];
}

type Mistakes = Readonly<Record<string, NamedMistake>>;

const named = (mistake: Mistake, ...faults: readonly string[]): NamedMistake => ({ mistake, faults });

const lists: Mistakes = {
  'first value alone': named(
    ofSeveral((values) => values.slice(0, 1)),
    'events.list.*-first-asked-only',
    'categories.list.*clude-first-asked-only',
    'lists.first-of-many',
    'events.list.terms-first-slug-only',
    'tags.list.*clude-first-only',
  ),
  'last value alone': named(
    ofSeveral((values) => values.slice(-1)),
    '*.list.*-last-asked-only',
    'terms.list.include-last-only',
    'events.list.organizer-last-repetition-wins',
  ),
  'first value lost': named(
    ofSeveral((values) => values.slice(1)),
    'events.list.tags-first-asked-lost',
  ),
  'last value lost': named(
    ofSeveral((values) => values.slice(0, -1)),
    'categories.list.exclude-last-asked-lost',
  ),
};

const links: Mistakes = {
  'first link alone': named(seenAs('firstLinks'), 'events.list.venue-first-only'),
  'last link alone': named(seenAs('lastLinks'), 'events.list.organizer-last-only'),
};

/** Another parameter of the list is taken for the one that is sent. */
const renamed = (rename: (name: string) => string): Mistake =>
  takenFor((asked, { collection }) => {
    const name = rename(asked.name);
    return isParameterOf(collection, name) ? { ...asked, name } : undefined;
  });

/** Takes `starts` for `ends`, `before` for `after`, and the other way round. */
const swapped = (one: string, other: string): Mistake =>
  renamed((name) => (name.includes(one) ? name.replace(one, other) : name.replace(other, one)));

const dates: Mistakes = {
  'a second late': named(
    seenAs('secondLate'),
    'events.list.*-seconds-early',
    'events.list.*-last-second-lost',
    'events.list.starts_before-last-minute-lost',
  ),
  'a second early': named(
    seenAs('secondEarly'),
    'events.list.*-seconds-late',
    'events.list.*_before-inclusive',
    'events.list.ends_after-last-second-rounded',
    'events.list.start_date-misses-midnight',
  ),
  'a day late': named(seenAs('dayLate'), 'events.list.ends_after-day-early'),
  'a day early': named(seenAs('dayEarly'), 'events.list.starts_before-day-late'),
  'starts for ends': named(swapped('start', 'end'), 'events.list.end*-read-as-start*'),
  'whole day': named(
    takenFor(({ name, value }) => ({ name, value })),
    'events.list.strict_dates-ignored',
    'events.list.starts_before-midnight-is-day',
    'events.list.*-strict-as-day',
  ),
  'exact time': named(
    takenFor((asked) => ({ ...asked, strict: true })),
    'events.list.strict_dates-default-true',
    'events.list.lenient-time-kept',
  ),
};

const asBound = (side: 'after' | 'before'): Mistake => renamed((name) => name.replace('_date', `s_${side}`));

/** What neither begins nor ends on a day may go on all through it. */
const goingOn: Mistake = (asked, oracle) => {
  const alone = (name: ParameterOf<'events'>) => oracle.alone({ ...asked, name });
  const [begun, notOver] = [
    either(alone('start_date'), alone('starts_before')),
    either(alone('end_date'), alone('ends_after')),
  ];
  return both(begun, notOver);
};

/** A few letters can stand in a run's marker by chance, and what is asked must not depend on that. */
const LONG = 4;
const longEnough = (word = ''): string | undefined => (word.length < LONG ? undefined : word);

const texts: Mistakes = {
  'in names alone': named(seenAs('names'), 'events.list.search-titles-only', 'venues.list.search-names-only'),
  'in descriptions alone': named(
    seenAs('descriptions'),
    'events.list.search-descriptions-only',
    'records.list.search-described-only',
  ),
  'at beginnings alone': named(
    seenAs('beginnings', (value) => (typeof value === 'string' ? `${BEGINNING}${value}` : value)),
    'lists.search-beginnings-only',
    'events.list.search-word-beginnings',
  ),
  'first word alone': named(
    ofText((text) => longEnough(text.split(' ')[0])),
    'lists.search-first-word-only',
  ),
  'last word alone': named(ofText((text) => longEnough(text.split(' ').at(-1)))),
  'symbols dropped': named(
    ofText((text) => text.replace(/[^\p{L}\p{N}\s-]/gu, '')),
    'lists.search-drops-symbols',
  ),
  'wildcards of SQL': named(matching({ '%': '.*', _: '.' }), '*.list.search-wildcards'),
  'wildcards of a shell': named(matching({ '*': '.*', '?': '.' }), 'organizers.list.search-shell-wildcards'),
  'regular expression': named(matching({ '.': '.', '*': '*' }), 'organizers.list.search-as-pattern'),
};

/** The slug that begins like what is asked for. */
const slugsBeginning: Mistake = ofText((text, { world, collection }, name) =>
  name === 'slug' ? world.slugs(collection).find((slug) => slug.startsWith(text)) : undefined,
);

/** What is mistaken with a parameter of a kind, besides ignoring it. */
const byKind: Readonly<Record<Semantics['kind'], Mistakes>> = {
  union: {
    ...lists,
    ...links,
    'all values at once': named(valueByValue(inAll), 'events.list.venue-all-asked'),
    'lost by two values': named(valueByValue(inOne), 'events.list.categories-both-lost'),
  },
  identity: lists,
  exclusion: lists,
  choice: {
    ...links,
    'slugs that begin so': named(slugsBeginning, '*.list.slug-prefix'),
  },
  alias: links,
  view: {},
  flag: {
    inverted: named(
      inverted,
      'categories.list.hide_empty-inverted',
      '*.list.*-false-is-true',
      'organizers.list.has_events-by-presence',
    ),
    'by what is past': named(seenAs('ageEarly'), 'organizers.list.only_with_upcoming-empty'),
    'whenever it is': named(seenAs('ageLate'), 'venues.list.upcoming-counts-past'),
    'by drafts': named(seenAs('published')),
  },
  text: texts,
  bound: {
    ...dates,
    'other side': named(swapped('before', 'after'), 'events.list.starts_before-read-as-starts_after'),
  },
  day: {
    ...dates,
    'lower bound': named(asBound('after'), 'events.list.start_date-as-bound'),
    'upper bound': named(asBound('before'), 'events.list.end_date-as-bound'),
    'going on': named(goingOn, 'events.list.start_date-going-on'),
  },
  precision: {},
  coordinate: {},
  paging: {},
  order: {},
};

const ignored = named(
  (_, { all }) => all,
  '*.list.*-ignored',
  '*.list.*-unfiltered',
  'lists.unknown-id-unfiltered',
  'events.list.strict-days-unheeded',
);

/** The mistakes that are made with one parameter by itself, by name. */
export const mistakesWith = ({ collection }: Oracle, name: ParameterOf): Mistakes => ({
  ignored,
  ...byKind[semanticsOf(collection, name).kind],
});

/** All mistakes with one parameter, by name. */
export const parameterMistakes: Mistakes = Object.assign({}, { ignored }, ...Object.values(byKind));
