import { type Collection, resourceOf } from '../../contract/resources.js';
import { isFormatted, mildTextsFor, richTextsFor } from '../../generators/rich-texts.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { isRefused } from '../../wire/status.js';
import { type Calendar, createdId } from '../calendar/calendar.js';
import { addDays } from '../notation/day-times.js';
import { restoredTogether } from '../notation/text-form.js';
import { ifOurs } from '../ownership/guard.js';
import type { KeptTexts } from '../profile/target-profile.js';
import type { Shown } from '../reading/lens.js';
import { byId } from '../reading/paths.js';
import { narrow } from '../reading/record-queries.js';
import { tryPage } from '../reading/try-browse.js';
import type { Built } from '../world/build-world.js';
import { minimalRecord } from '../world/world-drafts.js';

/** After the days of the world and before those of requirements. */
const DAYS_AFTER = 30;

const BETWEEN = ' | ';

/**
 * Learns which rich texts a target keeps in which fields, in the item, as the create or else a read shows it, and in
 * lists: one record of each collection has all of them. Where that is refused, another has the mild ones, and where that
 * is, too, none is known to be kept. Asks about collections in which the world has records: in others nothing can be
 * created, or deleted again.
 */
export async function learnKeptTexts(
  calendar: Calendar,
  built: readonly Built[],
  firstDay: string,
): Promise<KeptTexts> {
  const day = addDays(firstDay, DAYS_AFTER);
  const made = new Set(built.flatMap(({ draft, id }) => (id === undefined ? [] : [draft.ref.ref])));
  const learned = await Promise.all(
    [...made].map(async (collection) => [collection, await keptIn(calendar, collection, day)] as const),
  );
  return Object.fromEntries(learned);
}

type OfFields = Readonly<Record<string, readonly string[]>>;

type TextsFor = typeof richTextsFor;

const keptIn = async (calendar: Calendar, collection: Collection, day: string): Promise<OfFields> =>
  (await keptOf(calendar, collection, { day, textsFor: richTextsFor })) ??
  (await keptOf(calendar, collection, { day, textsFor: mildTextsFor })) ??
  {};

/** What is tried of each field, on which day. */
interface Trial {
  readonly day: string;
  readonly textsFor: TextsFor;
}

/** Undefined where the record is refused. */
async function keptOf(calendar: Calendar, collection: Collection, trial: Trial): Promise<OfFields | undefined> {
  const { lens, profile } = calendar;
  const { textsFor } = trial;
  const fields = Object.keys(resourceOf(collection).fields).filter(
    (field) => textsFor(collection, field).length > 0 && lens.fact(collection, field) !== undefined,
  );
  const { body, exchange } = await calendar.create(collection, toRecord(collection, fields, trial));
  const id = createdId(lens, collection, exchange);
  if (id === undefined) return isRefused(exchange) ? undefined : {};
  const listed = await tryPage(calendar, collection, narrow(collection, body, profile));
  const answered = lens.recordIfAny(collection, exchange);
  const isWhole = answered !== undefined && fields.every((field) => lens.field(answered, field) !== undefined);
  const item = isWhole ? answered : lens.recordIfAny(collection, await calendar.read(collection, byId({ id })));
  await ifOurs(() => calendar.remove(collection, byId({ id })));
  const views = [item, listed?.find((one) => one.id === id)].filter((view) => view !== undefined);
  const keptTexts = (field: string): readonly string[] => {
    const texts = textsFor(collection, field);
    const kept = views.map((view) => keptAsShown(calendar, view, field, texts));
    return texts.filter((text) => kept.every((some) => some.includes(text)));
  };
  return item === undefined ? {} : Object.fromEntries(fields.map((field) => [field, keptTexts(field)]));
}

const toRecord = (collection: Collection, fields: readonly string[], { day, textsFor }: Trial): Payload => ({
  ...minimalRecord(collection, day),
  ...Object.fromEntries(
    fields.map((field) => {
      const [whole] = isFormatted(field) ? textsFor(collection, field) : [];
      const rich = whole ?? ['Trial', ...textsFor(collection, field), 'end'].join(BETWEEN);
      return [field, field === resourceOf(collection).label ? `${rich} ${MARK}` : rich];
    }),
  ),
});

/** Which of the texts of a field a view of a record shows as they were sent, each in the place where it was sent. */
function keptAsShown({ lens }: Calendar, shown: Shown, field: string, texts: readonly string[]): readonly string[] {
  const fact = lens.fact(shown.collection, field);
  const value = fact && lens.field(shown, field);
  if (typeof value !== 'string') return fact?.isUnlisted === true && shown.isListed === true ? texts : [];
  const [, ...seen] = isFormatted(field) ? ['', value] : value.split(BETWEEN);
  const pairs = texts.map((sent, at) => ({ sent, shown: seen[at] ?? '' }));
  return restoredTogether(fact?.form ?? 'identity', pairs).map(({ sent }) => sent);
}
