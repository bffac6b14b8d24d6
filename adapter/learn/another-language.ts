import { type Language, segmentLanguages } from '../../contract/queries.js';
import type { Calendar } from '../calendar/calendar.js';
import { narrow } from '../reading/record-queries.js';
import { tryBrowse } from '../reading/try-browse.js';
import type { Built } from '../world/build-world.js';

const [FIRST, SECOND] = segmentLanguages;

/** One that a search for its mark finds, if there is one. */
const specimenIn = (built: readonly Built[]): Built | undefined => {
  const made = built.filter(({ id }) => id !== undefined);
  return made.find(({ draft }) => draft.ref.ref === 'venues') ?? made[0];
};

/**
 * A language that is not the target's default: what was made in none is not listed in it, where records belong to one
 * language each.
 */
export async function learnAnotherLanguage(calendar: Calendar, built: readonly Built[]): Promise<Language> {
  const specimen = specimenIn(built);
  if (!specimen) return FIRST;
  const { draft, written, id } = specimen;
  const collection = draft.ref.ref;
  const listed = await tryBrowse(calendar, collection, narrow(collection, written.body), { language: FIRST });
  return listed?.some((shown) => shown.id === id) ? SECOND : FIRST;
}
