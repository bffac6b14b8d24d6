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

type Mistakes = Readonly<Record<string, Mistake>>;

const lists: Mistakes = {
  'first value alone': ofSeveral((values) => values.slice(0, 1)),
  'last value alone': ofSeveral((values) => values.slice(-1)),
  'first value lost': ofSeveral((values) => values.slice(1)),
  'last value lost': ofSeveral((values) => values.slice(0, -1)),
};

const links: Mistakes = {
  'first link alone': seenAs('firstLinks'),
  'last link alone': seenAs('lastLinks'),
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
  'a second late': seenAs('secondLate'),
  'a second early': seenAs('secondEarly'),
  'a day late': seenAs('dayLate'),
  'a day early': seenAs('dayEarly'),
  'starts for ends': swapped('start', 'end'),
  'whole day': takenFor(({ name, value }) => ({ name, value })),
  'exact time': takenFor((asked) => ({ ...asked, strict: true })),
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
  'in names alone': seenAs('names'),
  'in descriptions alone': seenAs('descriptions'),
  'at beginnings alone': seenAs('beginnings', (value) => (typeof value === 'string' ? `${BEGINNING}${value}` : value)),
  'first word alone': ofText((text) => longEnough(text.split(' ')[0])),
  'last word alone': ofText((text) => longEnough(text.split(' ').at(-1))),
  'symbols dropped': ofText((text) => text.replace(/[^\p{L}\p{N}\s-]/gu, '')),
  'wildcards of SQL': matching({ '%': '.*', _: '.' }),
  'wildcards of a shell': matching({ '*': '.*', '?': '.' }),
  'regular expression': matching({ '.': '.', '*': '*' }),
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
    'all values at once': valueByValue(inAll),
    'lost by two values': valueByValue(inOne),
  },
  identity: lists,
  exclusion: lists,
  choice: { ...links, 'slugs that begin so': slugsBeginning },
  alias: links,
  view: {},
  flag: {
    inverted,
    'by what is past': seenAs('ageEarly'),
    'whenever it is': seenAs('ageLate'),
    'by drafts': seenAs('published'),
  },
  text: texts,
  bound: { ...dates, 'other side': swapped('before', 'after') },
  day: { ...dates, 'lower bound': asBound('after'), 'upper bound': asBound('before'), 'going on': goingOn },
  precision: {},
  coordinate: {},
  paging: {},
  order: {},
};

const ignored: Mistake = (_, { all }) => all;

/** The mistakes that are made with one parameter by itself, by name. */
export const mistakesWith = ({ collection }: Oracle, name: ParameterOf): Mistakes => ({
  ignored,
  ...byKind[semanticsOf(collection, name).kind],
});
