import type { ReadingId } from '../../../contract/readings/readings.js';
import { type ListQuery, MARK, type Payload } from '../../../generators/wire-value.js';
import type { Exchange } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { textOf } from '../../../wire/message-body.js';
import { isGranted } from '../../../wire/status.js';
import { type Calendar, createdId, type Written } from '../../calendar/calendar.js';
import { toText } from '../../notation/shown-values.js';
import { ifOurs } from '../../ownership/guard.js';
import type { ReadingEvidence } from '../../profile/target-profile.js';
import { agrees, isEmpty } from '../../reading/agreement.js';
import type { Shown } from '../../reading/lens.js';
import { byId } from '../../reading/paths.js';
import { tryBrowse } from '../../reading/try-browse.js';
import { type UtcOffset, utcOffsetsOf, utcOffsetsOfSent } from '../../reading/utc-offset.js';
import type { Built } from '../../world/build-world.js';

const whole: Payload = { organizer: `Trial ${MARK}`, description: `Trial ${MARK}`, phone: '+31 20 5550102' };
const part: Payload = { organizer: `Retrial ${MARK}` };
const UNSENT = ['description', 'phone'];

const verbs = [
  ['POST', 'update.post.unsent'],
  ['PUT', 'update.put.unsent'],
] as const;

/** Learns what POST and PUT do to unsent fields, each on an organizer of its own. */
export async function askWrites(calendar: Calendar): Promise<ReadonlyMap<ReadingId, string>> {
  const made = await Promise.all(verbs.map(() => calendar.create('organizers', whole)));
  // One list shows that they are ours; otherwise the guard would read each of them.
  await tryBrowse(calendar, 'organizers', { search: 'Trial' });
  const learned = await Promise.all(
    verbs.map(async ([verb, reading], at): Promise<readonly [ReadingId, string][]> => {
      const one = made[at];
      const fate = one && (await fateOfUnsent(calendar, one, verb));
      return fate === undefined ? [] : [[reading, fate]];
    }),
  );
  return new Map(learned.flat());
}

async function fateOfUnsent(
  calendar: Calendar,
  { body, exchange: create }: Written,
  verb: 'POST' | 'PUT',
): Promise<'kept' | 'reset' | undefined> {
  const id = createdId(calendar.lens, 'organizers', create);
  if (id === undefined) return undefined;
  if (!(await ifOurs(() => calendar.update('organizers', byId({ id }), verb, part)))) return undefined;
  const exchange = await calendar.read('organizers', byId({ id }));
  const shown = calendar.lens.recordIfAny('organizers', exchange);
  return shown ? explain(calendar, body, shown) : explainText(body, exchange);
}

/** The same of an answer in which no record has an id: by whether what was sent stands in it. */
function explainText(sent: JsonObject, { outcome }: Exchange): 'kept' | 'reset' | undefined {
  if (outcome.kind !== 'response' || !isGranted(outcome)) return undefined;
  const text = textOf(outcome.response);
  const fates = UNSENT.map((field) => (text.includes(toText(sent[field])) ? 'kept' : 'reset'));
  return fates.find((fate) => fates.every((one) => one === fate));
}

/** Kept if every field is, reset if none is; requirements find a mixture. */
function explain({ lens }: Calendar, sent: JsonObject, shown: Shown): 'kept' | 'reset' | undefined {
  const fates = UNSENT.flatMap((field) => {
    const fact = lens.fact('organizers', field);
    if (!fact) return [];
    const value = lens.field(shown, field);
    if (agrees({ collection: 'organizers', field, sent: sent[field] ?? null, shown: value, fact })) return ['kept'];
    return [isEmpty(value) ? 'reset' : 'neither'];
  });
  if (fates.length === 0) return undefined;
  return (['kept', 'reset'] as const).find((fate) => fates.every((one) => one === fate));
}

const HOUR = 3600;

/**
 * Learns whether times are in the event's zone or the site's. The zones of the world's events are hours apart: if all
 * their times have one UTC offset, but for a DST change, they are in the site's zone. Undefined if fewer than two
 * events show UTC times or instants. The query is one that lists these events.
 */
export async function learnClock(
  calendar: Calendar,
  built: readonly Built[],
  query: ListQuery,
): Promise<ReadingEvidence | undefined> {
  const zoned = built.filter(({ draft }) => 'timezone' in draft.payload);
  const offsets = (await Promise.all(zoned.map((one) => utcOffsetsShown(calendar, one)))).filter(
    ({ length }) => length > 0,
  );
  const seconds = offsets.flat().map((one) => one.seconds);
  if (offsets.length < 2) return undefined;
  const follows = Math.max(...seconds) - Math.min(...seconds) <= HOUR ? 'site' : 'event';
  return { follows, collection: 'events', query };
}

/** The UTC offsets of an event of the world, which is read if no response so far shows any. */
async function utcOffsetsShown({ lens, read }: Calendar, { id, shown, written }: Built): Promise<readonly UtcOffset[]> {
  const offsets = shown ? utcOffsetsOf(lens, shown) : [];
  const seen = shown && offsets.length === 0 ? utcOffsetsOfSent(lens, shown, written.body) : offsets;
  if (seen.length > 0 || id === undefined || !lens.fact('events', 'utc_start_date')) return seen;
  const item = lens.recordIfAny('events', await read('events', byId({ id })));
  return item ? utcOffsetsOf(lens, item) : [];
}
