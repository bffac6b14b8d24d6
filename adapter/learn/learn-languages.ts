import { isDeepStrictEqual } from 'node:util';
import { type Language, segmentLanguages } from '../../contract/queries.js';
import type { AlternativeOf } from '../../contract/readings/readings.js';
import type { Collection } from '../../contract/resources.js';
import { MARK } from '../../generators/wire-value.js';
import type { JsonValue } from '../../wire/json.js';
import { type Calendar, createdId } from '../calendar/calendar.js';
import { calendarFor, type TargetContext } from '../calendar/target-context.js';
import { ifOurs } from '../ownership/guard.js';
import type { ReadingEvidence, TargetProfile } from '../profile/target-profile.js';
import { byId, rootIn, type Via } from '../reading/paths.js';
import { narrow } from '../reading/record-queries.js';
import { tryBrowse } from '../reading/try-browse.js';
import type { Built } from '../world/build-world.js';
import { hasSegments } from './capabilities.js';
import { learnTranslatedConflict } from './translated-conflict.js';

/** What a language may select in another way than of the rest: many services translate posts and not their terms. */
const families = {
  posts: ['events', 'venues', 'organizers'],
  terms: ['categories', 'tags'],
} as const satisfies Readonly<Record<string, readonly Collection[]>>;

/** A segment language other than this one. */
export const otherThan = (language: Language): Language => segmentLanguages.find((other) => other !== language) ?? 'en';

type Belonging = AlternativeOf<'language.belonging'>;

type Family = keyof typeof families;

/** Whether a list in another language shows a record that was made in one; no answer where the list cannot be read. */
interface Vote {
  readonly collection: Collection;
  readonly isSeen: boolean;
}

/**
 * Learns what a language selects, of posts and of terms: whether records of one are absent from lists in another, and if
 * not, whether lists differ at all or differ after a translation. The collections of a family decide by majority:
 * requirements find a single one with lists that ignore languages. Undefined if no such record could be created.
 */
async function learnBelonging(
  calendar: Calendar,
  own: Language,
  votes: readonly Vote[],
): Promise<Readonly<Record<Family, Belonging | undefined>>> {
  const [ofPosts, ofTerms] = [majorityIn(votes, families.posts), majorityIn(votes, families.terms)];
  const isTranslated = async (): Promise<Belonging> =>
    (await differs(calendar, own)) || (await translates(calendar, own)) ? 'fallback' : 'no-effect';
  const ofStrangers = async (are: boolean | undefined): Promise<Belonging | undefined> => {
    if (are === undefined) return undefined;
    return are ? isTranslated() : 'one';
  };
  const posts = await ofStrangers(ofPosts ?? ofTerms);
  const termStrangers = ofTerms ?? ofPosts;
  return { posts, terms: termStrangers === ofPosts ? posts : await ofStrangers(termStrangers) };
}

type SegmentLists = AlternativeOf<'language.segment-lists'>;

/**
 * Learns whether lists under the segment of a language select what those with the parameter select, by majority of the
 * collections: requirements find a single one that does not.
 */
function learnSegmentLists(byParameter: readonly Vote[], bySegment: readonly Vote[]): SegmentLists | undefined {
  const seen = new Map(byParameter.map(({ collection, isSeen }) => [collection, isSeen]));
  const compared = bySegment.filter(({ collection }) => seen.has(collection));
  const areAlike = majority(compared.map(({ collection, isSeen }) => seen.get(collection) === isSeen));
  if (areAlike !== false) return areAlike && 'as-parameter';
  return majority(bySegment.map(({ isSeen }) => isSeen)) ? 'every-language' : 'own-language';
}

/** Which records are in the list of another language than theirs. */
async function votesBy(
  calendar: Calendar,
  localized: readonly Built[],
  toVia: (language: Language) => Via,
): Promise<readonly Vote[]> {
  const votes = localized.map(async ({ draft, written, id }): Promise<readonly Vote[]> => {
    const collection = draft.ref.ref;
    const via = toVia(otherThan(draft.language ?? 'nl'));
    const query = narrow(collection, written.body);
    const listed = id === undefined ? undefined : await tryBrowse(calendar, collection, query, via);
    return listed ? [{ collection, isSeen: listed.some((item) => item.id === id) }] : [];
  });
  return (await Promise.all(votes)).flat();
}

/** What most say of a family of collections; undefined where nobody does, or as many say the contrary. */
const majorityIn = (votes: readonly Vote[], family: readonly Collection[]): boolean | undefined =>
  majority(votes.filter(({ collection }) => family.includes(collection)).map(({ isSeen }) => isSeen));

function majority(votes: readonly boolean[]): boolean | undefined {
  const ayes = votes.filter(Boolean).length;
  return ayes * 2 === votes.length ? undefined : ayes * 2 > votes.length;
}

/** Whether the list of tags differs between two languages. */
async function differs(calendar: Calendar, own: Language): Promise<boolean> {
  const lists = await Promise.all(
    [own, otherThan(own)].map((language) => tryBrowse(calendar, 'tags', { hide_empty: false }, { language })),
  );
  const [one, other] = lists.map((list) => JSON.stringify(list?.map(({ json }) => json)));
  return one !== other;
}

/** Whether an update in another language leaves the original unchanged. */
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

/**
 * Learns whether the parameter or the path segment wins if they name different languages: a tag of one language is
 * listed with both combinations. Undefined if both or neither contain it.
 */
async function learnConflict(calendar: Calendar, localized: readonly Built[]): Promise<ReadingEvidence | undefined> {
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

/** The same in whichever way languages show. */
async function learnAnyConflict(
  calendar: Calendar,
  localized: readonly Built[],
  { terms }: Languages['belonging'],
): Promise<ReadingEvidence | undefined> {
  const own = localized[0]?.draft.language ?? 'nl';
  if (terms === 'one') return learnConflict(calendar, localized);
  return terms === 'fallback' ? learnTranslatedConflict(calendar, { own, other: otherThan(own) }) : undefined;
}

async function isListed(calendar: Calendar, { written, id }: Built, via: Via): Promise<boolean> {
  const listed = await tryBrowse(calendar, 'tags', narrow('tags', written.body), via);
  return listed?.some((item) => item.id === id) ?? false;
}

/** The position of language segments in a path. */
type SegmentPosition = AlternativeOf<'language.segment-place'>;

const segmentPositions = ['before-root', 'after-origin'] as const satisfies readonly SegmentPosition[];

/** One calendar for each position of language segments; a single one if the positions coincide. */
export function calendarsBySegmentPosition(context: TargetContext, profile: TargetProfile): readonly Calendar[] {
  const placed = segmentPositions.map((position): TargetProfile => {
    const choices = { ...profile.choices, 'language.segment-place': position };
    return { ...profile, choices };
  });
  const byRoot = new Map(placed.toReversed().map((one) => [rootIn(one, 'nl'), one]));
  return [...byRoot.values()].toReversed().map((one) => calendarFor(context, one, context.scope));
}

/** The first calendar in which language segments return lists; undefined if none does. */
export async function findSegments(placed: readonly Calendar[]): Promise<Calendar | undefined> {
  for (const calendar of placed) if (await hasSegments(calendar)) return calendar;
  return undefined;
}

/** How a target separates languages. */
interface Languages {
  /** The position of its path segments; undefined without segments. */
  readonly segmentPosition: SegmentPosition | undefined;
  readonly segmentLists: SegmentLists | undefined;
  readonly belonging: Awaited<ReturnType<typeof learnBelonging>>;
  readonly conflict: ReadingEvidence | undefined;
}

/** Learns languages from records that were created in one. */
export async function learnLanguages(
  calendar: Calendar,
  placed: readonly Calendar[],
  localized: readonly Built[],
): Promise<Languages> {
  const [segmented, votes] = await Promise.all([
    findSegments(placed),
    votesBy(calendar, localized, (language) => ({ language })),
  ]);
  const [belonging, bySegment] = await Promise.all([
    learnBelonging(calendar, localized[0]?.draft.language ?? 'nl', votes),
    segmented ? votesBy(segmented, localized, (segment) => ({ segment })) : [],
  ]);
  const conflict = segmented && (await learnAnyConflict(segmented, localized, belonging));
  return {
    segmentPosition: segmented?.profile.choices['language.segment-place'],
    segmentLists: learnSegmentLists(votes, bySegment),
    belonging,
    conflict,
  };
}
