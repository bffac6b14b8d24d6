import type { Collection } from '../../contract/field.js';
import { updateVerbs } from '../../contract/operation.js';
import type { Exchange } from '../../harness/exchange.js';
import { openScope, type Scope } from '../../harness/scope.js';
import type { Calendar } from '../calendar.js';
import { ifOurs } from '../guard.js';
import { byId } from '../paths.js';
import type { TargetProfile } from '../profile.js';
import { calendarFor, type TargetContext } from '../setting.js';
import { isForbidden } from './permission.js';
import { createSpecimens, type Specimens } from './specimens.js';

/** What the default identity was answered when it changed or deleted what it had made. */
export interface OwnWrite {
  readonly collection: Collection;
  readonly kind: 'update' | 'delete';
  readonly exchange: Exchange;
}

/** A server that refuses now and then is wrong, and is not to pass for one that refuses by right. */
const DELETES = 3;

type Before = (specimens: Specimens, scope: Scope) => Promise<void>;

const openFor = ({ options: { send } }: TargetContext): Scope =>
  openScope({ phase: 'probe', quota: Number.POSITIVE_INFINITY, send });

/** Makes one record of each kind, updates it once others have tried, and lets the clean-up delete it. */
export async function probeOwnRecords(
  setting: TargetContext,
  blank: TargetProfile,
  { firstDay, among, before = () => Promise.resolve() }: OwnRecordsProbe,
): Promise<readonly OwnWrite[]> {
  const [scope, later] = [openFor(setting), openFor(setting)];
  const own = calendarFor(setting, blank, scope);
  const specimens = createSpecimens(own, firstDay);
  await before(specimens, scope);
  const updates = await Promise.all(among.map((collection) => tryUpdate(own, specimens, collection)));
  await scope.close();
  const again = calendarFor(setting, blank, later);
  const deletes = among.map((collection) => tryDelete(again, specimens, deleteOf(collection, scope.exchanges)));
  return [...updates.flat(), ...(await Promise.all(deletes)).flat()];
}

/** What to try on: records of these kinds, on this day, once others had their turn. */
interface OwnRecordsProbe {
  readonly firstDay: string;
  readonly among: readonly Collection[];
  readonly before?: Before;
}

/** One verb says enough where it is granted; who may not update is refused by every verb. */
async function tryUpdate(own: Calendar, specimens: Specimens, collection: Collection): Promise<readonly OwnWrite[]> {
  const id = await specimens.idOf(collection);
  if (id === undefined) return [];
  const answers: OwnWrite[] = [];
  for (const verb of updateVerbs.toReversed()) {
    // An answer to a create may name a record that is not what was made.
    const written = await ifOurs(() => own.update(collection, byId({ id }), verb, specimens.payload(collection)));
    if (!written) return [];
    const { exchange } = written;
    if (!isForbidden(exchange)) return [{ collection, kind: 'update', exchange }];
    answers.push({ collection, kind: 'update', exchange });
  }
  return answers.slice(-1);
}

/** The last DELETE of a kind by the default identity; none where nothing was made. */
function deleteOf(collection: Collection, exchanges: readonly Exchange[]): OwnWrite | undefined {
  const isOne = ({ request: { method, target }, identity }: Exchange): boolean =>
    method === 'DELETE' && identity === undefined && new RegExp(`/${collection}/[^/]+$`).test(target);
  const exchange = exchanges.findLast(isOne);
  return exchange && { collection, kind: 'delete', exchange };
}

/** A DELETE that was refused is tried again: only who is refused every time may not. */
async function tryDelete(
  own: Calendar,
  specimens: Specimens,
  answer: OwnWrite | undefined,
): Promise<readonly OwnWrite[]> {
  const id = answer && (await specimens.idOf(answer.collection));
  if (!answer || id === undefined) return [];
  let { exchange } = answer;
  for (let tries = 1; tries < DELETES && isForbidden(exchange); tries += 1)
    exchange = await own.remove(answer.collection, byId({ id }));
  return [{ ...answer, exchange }];
}
