import type { Collection } from '../../contract/field.js';
import { collections } from '../../contract/resources.js';
import type { OperationId } from '../../contract/operation.js';
import type { Ref } from '../../generators/wire.js';
import type { Exchange } from '../../harness/exchange.js';
import type { Calendar } from '../calendar.js';
import { byId } from '../paths.js';
import type { Permission, Rights, TriedIdentity } from '../rights.js';
import type { WorldRecord } from '../world/world.js';
import { permissionOf } from './permission.js';
import type { Specimens } from './specimens.js';

/** Who tries, and on what. */
export interface Trying {
  readonly name: string;
  /** The calendar as the default identity sees it, and as the other one does. */
  readonly own: Calendar;
  readonly other: Calendar;
  readonly records: readonly WorldRecord[];
  /** What the other one may write, as far as it was tried. */
  readonly writes: Rights;
}

type Tried = readonly (readonly [OperationId, Permission])[];

/** Learns what another identity may do, on records of the default one. */
export async function learnIdentity(trying: Trying): Promise<TriedIdentity> {
  const { name, records, writes } = trying;
  const events = records.filter(({ ref }) => ref.ref === 'events');
  const draft = events.find(isUnpublished);
  const shown = events.find((event) => !isUnpublished(event));
  const hidden: Ref[] = [];
  for (const event of [shown, draft]) if (event && (await isHidden(trying, event))) hidden.push(event.ref);
  const reads: Tried = shown ? [['events.read', hidden.includes(shown.ref) ? 'refused' : 'granted']] : [];
  const drafts = draft && { drafts: !hidden.includes(draft.ref) };
  return { name, rights: new Map([...reads, ...writes]), hidden, ...drafts };
}

const isUnpublished = ({ status, payload }: WorldRecord): boolean =>
  (status ?? payload.status ?? 'publish') !== 'publish';

/** Whether a record is refused to the other identity and not to the default one. */
async function isHidden({ own, other }: Trying, { ref, id }: WorldRecord): Promise<boolean> {
  const isRefused = async (calendar: Calendar): Promise<boolean> =>
    permissionOf(await calendar.read(ref.ref, byId({ id }))) === 'refused';
  return (await isRefused(other)) && !(await isRefused(own));
}

const others = collections.filter((collection) => collection !== 'events');

/** Tries to write, as somebody; who may not create events is not asked to create what they are linked to. */
export async function tryWrites(other: Calendar, specimens: Specimens): Promise<Rights> {
  const events = await tryCreates(other, specimens, ['events']);
  const isCreator = events.some(([, permission]) => permission === 'granted');
  const more = isCreator ? await tryCreates(other, specimens, others) : [];
  return new Map([...events, ...more, ...(await tryChanges(other, specimens))]);
}

async function tryCreates(other: Calendar, specimens: Specimens, among: readonly Collection[]): Promise<Tried> {
  const answers = among.map(async (collection) => {
    const { exchange } = await other.create(collection, specimens.payload(collection));
    return toTried(`${collection}.create`, exchange);
  });
  return (await Promise.all(answers)).flat();
}

async function tryChanges(other: Calendar, specimens: Specimens): Promise<Tried> {
  const id = await specimens.idOf('events');
  if (id === undefined) return [];
  const { exchange } = await other.update('events', byId({ id }), 'PATCH', specimens.payload('events'));
  const deletion = toTried('events.delete', await other.remove('events', byId({ id })));
  if (deletion.some(([, permission]) => permission === 'granted')) specimens.gone('events');
  return [...toTried('events.update.patch', exchange), ...deletion];
}

function toTried(operation: OperationId, exchange: Exchange): Tried {
  const permission = permissionOf(exchange);
  return permission === undefined ? [] : [[operation, permission]];
}
