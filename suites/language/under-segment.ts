import type { Calendar } from '../../adapter/calendar/calendar.js';
import { expectAlike } from '../expect/shown-in.js';
import { expectAlikeInList, itemIn, type SeenIn } from './seen-in.js';
import { textsOf } from './translations.js';

/** Whether a target is served under the path segments of languages. */
export const hasSegments = ({ profile }: Calendar): boolean => !profile.lacks.has('language.segment');

/** Where there are segments, the item under that of a language shows what it shows by parameter; and so does the list. */
export async function expectAlikeUnderSegment(calendar: Calendar, one: SeenIn, parts: { readonly inList: boolean }) {
  if (!hasSegments(calendar)) return;
  const via = { segment: one.language };
  expectAlike(calendar, one.seen, await itemIn(calendar, one.made, via), textsOf(one.made.collection));
  if (parts.inList && one.isTranslated) await expectAlikeInList(calendar, one, via);
}

/** Under the segment of one language, with the parameter of another: which one wins is open, but not that one does, everywhere. */
export async function expectOneWinner(calendar: Calendar, [one, other]: readonly SeenIn[]): Promise<void> {
  const wins = calendar.profile.evidence.get('language.conflict')?.follows;
  if (!hasSegments(calendar) || !one || !other) return;
  const via = { segment: one.language, language: other.language };
  const item = await itemIn(calendar, one.made, via);
  const winner = wins === 'segment-wins' ? one : other;
  // What was not learned is not expected of the item, but of the list what the item shows.
  const seen = wins === undefined ? item : winner.seen;
  expectAlike(calendar, seen, item, textsOf(one.made.collection));
  await expectAlikeInList(calendar, { ...winner, seen }, via);
}
