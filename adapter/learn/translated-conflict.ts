import type { Language } from '../../contract/queries.js';
import type { AlternativeOf } from '../../contract/readings/readings.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { MARK } from '../../generators/wire-value.js';
import type { JsonValue } from '../../wire/json.js';
import { type Calendar, createdId } from '../calendar/calendar.js';
import { toText } from '../notation/shown-values.js';
import { ifOurs } from '../ownership/guard.js';
import type { ReadingEvidence } from '../profile/target-profile.js';
import type { Shown } from '../reading/lens.js';
import { byId, type Via } from '../reading/paths.js';
import { narrow } from '../reading/record-queries.js';
import { tryBrowse } from '../reading/try-browse.js';

/** What the two languages are called of which a record has texts. */
interface Languages {
  readonly own: Language;
  readonly other: Language;
}

/** A record by its two names; both contain its mark, so that a search finds it in either language. */
interface Translated {
  readonly collection: Collection;
  readonly id: string;
  readonly original: string;
  readonly translation: string;
}

/** Creates a record in one language and names it otherwise in another; undefined if the one changes the other. */
async function makeTranslated(
  calendar: Calendar,
  collection: Collection,
  { own, other }: Languages,
): Promise<Translated | undefined> {
  const { label } = resourceOf(collection);
  const { body, exchange } = await calendar.create(collection, { [label]: `Trial ${MARK}` }, { language: own });
  const id = createdId(calendar.lens, collection, exchange);
  if (id === undefined) return undefined;
  const original = toText(body[label]);
  const translation = original.replace('Trial', 'Translation');
  const update = { [label]: translation };
  const updated = await ifOurs(() => calendar.update(collection, byId({ id }), 'PATCH', update, { language: other }));
  const read = updated && (await calendar.read(collection, byId({ id }), { language: own }));
  const shown = read && calendar.lens.recordIfAny(collection, read);
  return shown && nameIn(calendar, shown) === original ? { collection, id, original, translation } : undefined;
}

function nameIn({ lens }: Calendar, shown: Shown): JsonValue | undefined {
  const { label } = resourceOf(shown.collection);
  return lens.fact(shown.collection, label) && lens.field(shown, label);
}

const queryFor = ({ collection, original }: Translated) =>
  narrow(collection, { [resourceOf(collection).label]: original });

type Winner = AlternativeOf<'language.conflict'>;

/** Which of its names a list shows of a record under the segment of one language and with the parameter of the other. */
async function winnerFor(calendar: Calendar, one: Translated, via: Via): Promise<Winner | undefined> {
  const { collection, id, original, translation } = one;
  const listed = await tryBrowse(calendar, collection, queryFor(one), via);
  const shown = listed?.find((item) => item.id === id);
  const name = shown && nameIn(calendar, shown);
  if (name === original) return 'parameter-wins';
  return name === translation ? 'segment-wins' : undefined;
}

/** What can be made of a name alone. */
const voting = ['tags', 'venues', 'organizers'] as const satisfies readonly Collection[];

/**
 * Learns whether the parameter or the path segment wins where records have texts in several languages, by majority of
 * some collections: requirements find a single one. Undefined if there is none.
 */
export async function learnTranslatedConflict(
  calendar: Calendar,
  languages: Languages,
): Promise<ReadingEvidence | undefined> {
  const via = { language: languages.own, segment: languages.other };
  const made = await Promise.all(voting.map((collection) => makeTranslated(calendar, collection, languages)));
  const translated = made.filter((one) => one !== undefined);
  const votes = await Promise.all(translated.map((one) => winnerFor(calendar, one, via)));
  const [first] = translated;
  const count = (winner: Winner): number => votes.filter((vote) => vote === winner).length;
  const difference = count('parameter-wins') - count('segment-wins');
  if (!first || difference === 0) return undefined;
  const query = { ...queryFor(first), [calendar.profile.languageParameter]: languages.own };
  return { follows: difference > 0 ? 'parameter-wins' : 'segment-wins', collection: first.collection, query };
}
