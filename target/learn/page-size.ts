import type { Calendar } from '../calendar.js';

/** Page sizes to try, largest first; 50 is what a common implementation allows at most, 10 is the declared default. */
const SIZES = [50, 25, 10] as const;

/** The largest of a few page sizes that the target does not refuse; it may still give fewer. */
export async function learnPageSize(calendar: Calendar): Promise<number> {
  for (const size of SIZES) {
    const { outcome } = await calendar.list('tags', { hide_empty: false, per_page: size });
    if (outcome.kind === 'response' && outcome.response.status === 200) return size;
  }
  return SIZES[2];
}
