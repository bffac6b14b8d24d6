import type { JsonValue } from '../../wire/json.js';
import { factInWords } from './fact-words.js';

/** How the sentence on a fact begins, by its id; `$1` and `$2` are what the id names. Words that follow end it. */
const openings: readonly (readonly [id: RegExp, opening: string])[] = [
  [/^site\.root$/, 'The REST root is'],
  [/^site\.namespace$/, 'The namespace is'],
  [/^site\.zone$/, 'Times without a time zone are in'],
  [/^site\.day-starts$/, 'A day in a filter starts at'],
  [/^extensions$/, 'Extensions that are there:'],
  [/^http\.challenge$/, 'A wrong login is answered with 401:'],
  [/^http\.etag$/, 'Items come with an ETag:'],
  [/^access\.(list|read|create|update|delete)$/, 'As far as it was tried, the target lets the default identity $1:'],
  [/^identities\.(.+)$/, 'The identity $1'],
  [/^languages\.parameter$/, 'The language parameter is'],
  [/^languages\.values$/, 'Languages that lists differ in by parameter:'],
  [/^languages\.segments$/, 'Languages that have a path segment:'],
  [/^lists\.default-size$/, 'Without per_page, the number of records on a page is'],
  [/^lists\.page-cap$/, 'A page holds'],
  [/^lists\.next-link$/, 'The link to the next page is'],
  [/^lists\.ids$/, 'Several ids in a parameter are written'],
  [/^events\.default-window$/, 'A list of events without dates'],
  [/^bodies\.drafts$/, 'Records can be created as drafts:'],
  [/^bodies\.(\w+)\.(\w+)$/, 'Bodies of $1 take $2 as'],
  [/^(\w+)\.create$/, 'A create of $1 is answered with'],
  [/^update$/, 'An update is answered with'],
  [/^delete$/, 'A DELETE is answered with'],
  [/^errors\.type$/, 'The media type of errors is'],
  [/^errors\.invalid$/, 'An invalid body is answered with'],
  [/^errors\.(code|message)$/, 'The $1 of an error is'],
  [/^errors\.params$/, 'The names of invalid parameters are'],
  [/^(\w+)\.record$/, 'Where the record is in an item of $1:'],
  [/^(\w+)\.list$/, 'Where the records are in a list of $1:'],
  [/^(\w+)\.id$/, 'Where the id is in $1:'],
  [/^(\w+)\.total$/, 'Where lists of $1 say how many records there are:'],
  [/^(\w+)\.total-pages$/, 'Where lists of $1 say how many pages there are:'],
  [/^(\w+)\.fields\.(\w+)$/, 'Where $1 show their $2:'],
];

/** A fact as a sentence; of a reading, the question and its answer. */
export function factAsSentence(id: string, value: JsonValue): string {
  const words = factInWords(id, value);
  const opening = openings.find(([of]) => of.test(id));
  if (!opening) return words.replace(/^\S+ \((.*)\)$/s, '$1');
  return `${id.replace(...opening)} ${words}.`;
}
