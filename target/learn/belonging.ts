import { type Language, segmentLanguages } from '../../contract/queries.js';
import type { AlternativeOf } from '../../contract/readings.js';
import type { Calendar } from '../calendar.js';
import { narrow } from '../narrow.js';
import { tryBrowse } from '../try-browse.js';
import type { Built } from '../world/build.js';

/** Three kinds of record decide by majority: one collection whose lists ignore languages is for a requirement to find. */
const WITNESSES = ['events', 'venues', 'tags'];

/** A segment language other than this one. */
export const otherThan = (language: Language): Language => segmentLanguages.find((other) => other !== language) ?? 'en';

/**
 * Learns what selecting a language selects: whether records made in one are absent from lists in another, and if not,
 * whether lists differ at all. Undefined when no such record could be made.
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
  return (await differs(calendar, made)) ? 'fallback' : 'no-effect';
}

async function isSeenAbroad(calendar: Calendar, { draft, written, id }: Built): Promise<boolean | undefined> {
  const collection = draft.ref.ref;
  const language = otherThan(draft.language ?? 'nl');
  const listed = await tryBrowse(calendar, collection, narrow(collection, written.body), { language });
  return listed?.some((item) => item.id === id);
}

/** Whether a list of terms shows anything else in another language. */
async function differs(calendar: Calendar, [first]: readonly Built[]): Promise<boolean> {
  const own = first?.draft.language ?? 'nl';
  const lists = await Promise.all(
    [own, otherThan(own)].map((language) => tryBrowse(calendar, 'tags', { hide_empty: false }, { language })),
  );
  const [one, other] = lists.map((list) => JSON.stringify(list?.map(({ json }) => json)));
  return one !== other;
}
