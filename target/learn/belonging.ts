import { isDeepStrictEqual } from 'node:util';
import { type Language, segmentLanguages } from '../../contract/queries.js';
import type { AlternativeOf } from '../../contract/readings.js';
import { MARK } from '../../generators/wire.js';
import type { JsonValue } from '../../harness/json.js';
import { type Calendar, createdId } from '../calendar.js';
import { narrow } from '../narrow.js';
import { ifOurs } from '../guard.js';
import { byId } from '../paths.js';
import { tryBrowse } from '../try-browse.js';
import type { Built } from '../world/build.js';

/** Three kinds of record decide by majority: one collection whose lists ignore languages is for a requirement to find. */
const WITNESSES = ['events', 'venues', 'tags'];

/** A segment language other than this one. */
export const otherThan = (language: Language): Language => segmentLanguages.find((other) => other !== language) ?? 'en';

/**
 * Learns what selecting a language selects: whether records made in one are absent from lists in another, and if not,
 * whether lists differ at all, or can be made to by a translation. Undefined when no such record could be made.
 */
export async function learnBelonging(
  calendar: Calendar,
  localized: readonly Built[],
): Promise<AlternativeOf<'language.belonging'> | undefined> {
  const made = localized.filter(({ draft, id }) => id !== undefined && WITNESSES.includes(draft.ref.ref));
  const seen = (await Promise.all(made.map((one) => isSeenAbroad(calendar, one)))).filter((vote) => vote !== undefined);
  const strangers = seen.filter(Boolean).length;
  if (seen.length === 0) return undefined;
  if (strangers * 2 < seen.length) return 'one';
  const own = made[0]?.draft.language ?? 'nl';
  return (await differs(calendar, own)) || (await translates(calendar, own)) ? 'fallback' : 'no-effect';
}

async function isSeenAbroad(calendar: Calendar, { draft, written, id }: Built): Promise<boolean | undefined> {
  const collection = draft.ref.ref;
  const language = otherThan(draft.language ?? 'nl');
  const listed = await tryBrowse(calendar, collection, narrow(collection, written.body), { language });
  return listed?.some((item) => item.id === id);
}

/** Whether a list of terms shows anything else in another language. */
async function differs(calendar: Calendar, own: Language): Promise<boolean> {
  const lists = await Promise.all(
    [own, otherThan(own)].map((language) => tryBrowse(calendar, 'tags', { hide_empty: false }, { language })),
  );
  const [one, other] = lists.map((list) => JSON.stringify(list?.map(({ json }) => json)));
  return one !== other;
}

/** Whether what is written in another language leaves the original as it was: until then, there was no translation. */
async function translates(calendar: Calendar, own: Language): Promise<boolean> {
  const original = { name: `Trial ${MARK}`, description: `Trial ${MARK}` };
  const { body, exchange } = await calendar.create('tags', original, { language: own });
  const id = createdId(calendar.lens, 'tags', exchange);
  if (id === undefined) return false;
  const other = otherThan(own);
  const update = { name: `Translation ${MARK}` };
  const translated = await ifOurs(() => calendar.update('tags', byId({ id }), 'PATCH', update, { language: other }));
  if (!translated) return false;
  const names = await Promise.all([own, other].map((language) => nameIn(calendar, id, language)));
  return isDeepStrictEqual(names, [body.name, translated.body.name]);
}

async function nameIn({ lens, read }: Calendar, id: string, language: Language): Promise<JsonValue | undefined> {
  const shown = lens.recordIfAny('tags', await read('tags', byId({ id }), { language }));
  return shown && lens.fact('tags', 'name') ? lens.field(shown, 'name') : undefined;
}
