import type { ReadingId } from '../../contract/readings.js';
import { MARK, type Payload } from '../../generators/wire.js';
import type { JsonObject } from '../../harness/json.js';
import { agrees, isEmpty } from '../agreement.js';
import { type Calendar, createdId, type Written } from '../calendar.js';
import { ifOurs } from '../guard.js';
import type { Shown } from '../lens.js';
import { byId } from '../paths.js';
import { tryBrowse } from '../try-browse.js';

const whole: Payload = { organizer: `Trial ${MARK}`, description: `Trial ${MARK}`, phone: '555 0102' };
const part: Payload = { organizer: `Retrial ${MARK}` };
const UNSENT = ['description', 'phone'];

const verbs = [
  ['POST', 'update.post.unsent'],
  ['PUT', 'update.put.unsent'],
] as const;

/** Learns what POST and PUT on an item do to the fields that are not sent, each on an organizer of its own. */
export async function askWrites(calendar: Calendar): Promise<ReadonlyMap<ReadingId, string>> {
  const made = await Promise.all(verbs.map(() => calendar.create('organizers', whole)));
  // One list shows whose they are; the guard would read each of them otherwise.
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
  { body, exchange }: Written,
  verb: 'POST' | 'PUT',
): Promise<'kept' | 'reset' | undefined> {
  const id = createdId(calendar.lens, 'organizers', exchange);
  if (id === undefined) return undefined;
  if (!(await ifOurs(() => calendar.update('organizers', byId({ id }), verb, part)))) return undefined;
  const shown = calendar.lens.recordIfAny('organizers', await calendar.read('organizers', byId({ id })));
  return shown && explain(calendar, body, shown);
}

/** Kept when every field is, reset when none is; a mixture is for a requirement to find. */
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
