import type { JsonValue } from '../../wire/json.js';
import { factInWords } from './fact-words.js';

/** What is said of a fact that is true, and of one that is not. */
const flags: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  'http.challenge': ['Wrong credentials get a 401.', 'Wrong credentials get no 401.'],
  'http.etag': ['Items have an ETag.', 'Items have no ETag.'],
};

/** How the sentence on a fact begins, by its id; `$1` and `$2` are what the id names. Words that follow end it. */
const openings: readonly (readonly [id: RegExp, opening: string])[] = [
  [/^site\.root$/, 'The REST root is'],
  [/^site\.namespace$/, 'The namespace is'],
  [/^site\.zone$/, 'Times without a time zone are in'],
  [/^site\.day-starts$/, 'A day in a filter starts at'],
  [/^extensions$/, 'Extensions:'],
  [/^access\.(list|read|create|update|delete)$/, 'As far as it was tried, the default identity may $1:'],
  [/^identities\.(.+)$/, 'The identity $1'],
  [/^languages\.parameter$/, 'The language parameter is'],
  [/^languages\.values$/, 'Values of the language parameter that lists accepted:'],
  [/^languages\.segments$/, 'Languages with a path segment:'],
  [/^lists\.default-size$/, 'Records on a page without per_page:'],
  [/^lists\.page-cap$/, 'Records on a page:'],
  [/^lists\.next-link$/, 'The link to the next page is'],
  [/^lists\.ids$/, 'How a parameter holds several IDs:'],
  [/^events\.default-window$/, 'A list of events without dates'],
  [/^bodies\.drafts$/, 'Kinds of record that are created as drafts by default:'],
  [/^bodies\.(\w+)\.(\w+)$/, 'What bodies of $1 may send as $2:'],
  [/^(\w+)\.create$/, 'POST to $1 returns'],
  [/^update$/, 'An update returns'],
  [/^delete$/, 'A DELETE returns'],
  [/^errors\.type$/, 'The media type of errors is'],
  [/^errors\.invalid$/, 'The status for an invalid body is'],
  [/^errors\.(code|message)$/, 'Where the $1 of an error is:'],
  [/^errors\.params$/, 'Where an error names the invalid parameters:'],
  [/^(\w+)\.record$/, 'Where the record is in an item of $1:'],
  [/^(\w+)\.list$/, 'Where the records are in a list of $1:'],
  [/^(\w+)\.id$/, 'Where the ID is in $1:'],
  [/^(\w+)\.total$/, 'Where lists of $1 state the number of records:'],
  [/^(\w+)\.total-pages$/, 'Where lists of $1 state the number of pages:'],
  [/^(\w+)\.fields\.(\w+)$/, 'Where $1 show $2:'],
];

/** A fact as a sentence; of a reading, the question and its answer. */
export function factAsSentence(id: string, value: JsonValue): string {
  const [yes, no] = flags[id] ?? [];
  if (yes !== undefined && no !== undefined) return value === true ? yes : no;
  const words = factInWords(id, value);
  const opening = openings.find(([of]) => of.test(id));
  if (!opening) return words.replace(/^\S+ \((.*)\)$/s, '$1');
  return `${id.replace(...opening)} ${words}.`;
}
