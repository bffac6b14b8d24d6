import type { HistoryContext } from './stage.js';
import type { Fates } from './state.js';

/** What the target was seen to do to fields that are not sent (readings `update.put.unsent`, `update.post.unsent`). */
export const fatesOn = ({ world: { profile } }: Pick<HistoryContext, 'world'>): Fates => ({
  POST: [profile.choices['update.post.unsent']],
  PUT: [profile.choices['update.put.unsent']],
  PATCH: ['kept'],
});
