import type { Calendar } from '../calendar.js';
import { narrow } from '../narrow.js';
import type { Via } from '../paths.js';
import { tryBrowse } from '../try-browse.js';
import type { ReadingEvidence } from '../profile.js';
import type { Built } from '../world/build.js';
import { otherThan } from './belonging.js';

/**
 * Learns which language wins when the parameter and the path segment name different ones, where records belong to one:
 * that in which a tag is listed, asked for both ways round. Undefined where neither or both list it.
 */
export async function learnConflict(
  calendar: Calendar,
  localized: readonly Built[],
): Promise<ReadingEvidence | undefined> {
  const tag = localized.find(({ draft, id }) => draft.ref.ref === 'tags' && id !== undefined);
  const own = tag?.draft.language;
  if (!tag || !own) return undefined;
  const ways: readonly Via[] = [
    { language: own, segment: otherThan(own) },
    { language: otherThan(own), segment: own },
  ];
  const [byParameter, bySegment] = await Promise.all(ways.map((via) => isListed(calendar, tag, via)));
  if (byParameter === bySegment) return undefined;
  const query = { ...narrow('tags', tag.written.body), [calendar.profile.languageParameter]: own };
  return { follows: byParameter ? 'parameter-wins' : 'segment-wins', collection: 'tags', query };
}

async function isListed(calendar: Calendar, { written, id }: Built, via: Via): Promise<boolean> {
  const listed = await tryBrowse(calendar, 'tags', narrow('tags', written.body), via);
  return listed?.some((item) => item.id === id) ?? false;
}
