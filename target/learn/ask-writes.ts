import type { ReadingId } from '../../contract/readings.js';
import { MARK, type Payload } from '../../generators/wire.js';
import type { JsonObject } from '../../harness/json.js';
import { agrees, isEmpty } from '../agreement.js';
import { type Calendar, createdId } from '../calendar.js';
import type { Shown } from '../lens.js';
import { byId } from '../paths.js';

const whole: Payload = { organizer: `Trial ${MARK}`, description: `Trial ${MARK}`, phone: '555 0102' };
const part: Payload = { organizer: `Retrial ${MARK}` };
const UNSENT = ['description', 'phone'];

const verbs = [
  ['POST', 'update.post.unsent'],
  ['PUT', 'update.put.unsent'],
] as const;

/** Learns what POST and PUT on an item do to the fields that are not sent, each on an organizer of its own. */
export async function askWrites(calendar: Calendar): Promise<ReadonlyMap<ReadingId, string>> {
  const learned = await Promise.all(
    verbs.map(async ([verb, reading]): Promise<readonly [ReadingId, string][]> => {
      const fate = await fateOfUnsent(calendar, verb);
      return fate === undefined ? [] : [[reading, fate]];
    }),
  );
  return new Map(learned.flat());
}

async function fateOfUnsent(calendar: Calendar, verb: 'POST' | 'PUT'): Promise<'kept' | 'reset' | undefined> {
  const { body, exchange } = await calendar.create('organizers', whole);
  const id = createdId(calendar.lens, 'organizers', exchange);
  if (id === undefined) return undefined;
  await calendar.update('organizers', byId({ id }), verb, part);
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
