import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import type { Via } from '../../adapter/reading/paths.js';
import type { Addressing } from '../../contract/operations.js';
import { type Language, segmentLanguages } from '../../contract/queries.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import type { JsonObject } from '../../wire/json.js';
import { isRefused } from '../../wire/status.js';
import { startOf } from '../arbitraries/in-turn.js';
import { addressingsOn, addressOf } from '../expect/record-address.js';

/** What a record is called, and its description: the texts that are translated. */
export const textsOf = (collection: Collection): readonly [string, string] => [
  resourceOf(collection).label,
  'description',
];

/** What else an update in a language may lose: a text beside those, and what needs no translation. */
export const beside: { readonly [C in Collection]?: readonly string[] } = {
  events: ['excerpt', 'website'],
  venues: ['website'],
  organizers: ['website'],
};

/** All that an update in a language sends, as far as the target shows it. */
export const fieldsOf = ({ lens }: Pick<Calendar, 'lens'>, collection: Collection): readonly string[] => [
  ...textsOf(collection),
  ...(beside[collection] ?? []).filter((name) => lens.fact(collection, name) !== undefined),
];

const valueIn = (language: Language, name: string): string =>
  name === 'website' ? `https://example.org/${language}/${MARK}` : `In ${language} ${MARK}`;

/** Events are updated in every language but their own; the others are alike, and each in two languages that come in turn. */
export const languagesFor = (collection: Collection): readonly Language[] => {
  const at = startOf(collection) % segmentLanguages.length;
  return collection === 'events' ? segmentLanguages : [...segmentLanguages, ...segmentLanguages].slice(at, at + 2);
};

/** The texts that were written in a language. */
export interface Written {
  readonly language: Language;
  readonly texts: JsonObject;
}

/** A language, the fields that each update in it sends, and where. */
interface Translation {
  readonly language: Language;
  readonly parts: readonly (readonly string[])[];
  readonly by: Addressing;
}

/** In two updates in the first: one keeps what was translated before. The last by slug, where there is one. */
function translationsOf({ lens, profile }: Calendar, collection: Collection): readonly Translation[] {
  const all = fieldsOf({ lens }, collection);
  return languagesFor(collection).map((language, nth, { length }) => ({
    language,
    parts: nth === 0 ? [all.slice(0, 1), all.slice(1)] : [all],
    by: (nth === length - 1 && addressingsOn(profile, collection).at(-1)) || 'id',
  }));
}

/** What follows an update by the parameter goes under the segment, where the two select the same. */
function viaOf({ profile: { lacks, choices } }: Calendar, language: Language, nth: number): Via {
  const isIgnored = [choices['language.belonging'], choices['language.terms']].includes('no-effect');
  const isAlike = choices['language.segment-lists'] === 'as-parameter' && !isIgnored;
  return nth === 0 || !isAlike || lacks.has('language.segment') ? { language } : { segment: language };
}

/** Updates a record in each of its languages; gives the texts that were sent. */
export async function translate(calendar: Calendar, made: Made): Promise<readonly Written[]> {
  const written: Written[] = [];
  for (const one of translationsOf(calendar, made.collection)) written.push(await updateIn(calendar, made, one));
  return written;
}

async function updateIn(calendar: Calendar, made: Made, { language, parts, by }: Translation): Promise<Written> {
  let texts: JsonObject = {};
  for (const [nth, names] of parts.entries()) {
    const via = viaOf(calendar, language, nth);
    const update = async (at: Addressing, change: Payload) =>
      calendar.update(made.collection, await addressOf(calendar, made, at), 'PATCH', change, via);
    const change = Object.fromEntries(names.map((name) => [name, valueIn(language, name)]));
    const first = await update(by, change);
    // A slug may be known in the language of its record alone.
    const { body, exchange } = by === 'slug' && isRefused(first.exchange) ? await update('id', change) : first;
    if (isRefused(exchange)) throw new DoesNotApply('a record is updated in its own language alone');
    texts = { ...texts, ...body };
  }
  return { language, texts };
}
