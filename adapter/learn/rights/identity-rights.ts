import type { OperationId } from '../../../contract/operations.js';
import { type Collection, collections } from '../../../contract/resources.js';
import type { Payload, Ref } from '../../../generators/wire-value.js';
import type { Exchange } from '../../../wire/exchange.js';
import { type Calendar, createdId } from '../../calendar/calendar.js';
import { addDays } from '../../notation/day-times.js';
import { type Permission, permissionOf, type Rights, type TriedIdentity } from '../../profile/rights.js';
import { byId } from '../../reading/paths.js';
import { minimalRecord } from '../../world/world-drafts.js';
import type { WorldRecord } from '../../world/world.js';

/** After the days of the world and before those of requirements. */
const DAYS_AFTER = 30;

/** Records to try rights on, one of each collection. */
export interface OwnRecords {
  /** The id of a record, recreated if the last one is gone; undefined if the create fails. */
  idOf(collection: Collection): Promise<string | undefined>;
  /** Notes that a record is gone. */
  gone(collection: Collection): void;
  /** The payload of records. */
  payload(collection: Collection): Payload;
}

const payloadOf = (collection: Collection, firstDay: string): Payload =>
  minimalRecord(collection, addDays(firstDay, DAYS_AFTER));

/** Makes records lazily. */
export function createOwnRecords(calendar: Calendar, firstDay: string): OwnRecords {
  const made = new Map<Collection, Promise<string | undefined>>();
  async function make(collection: Collection): Promise<string | undefined> {
    const { exchange } = await calendar.create(collection, payloadOf(collection, firstDay));
    return createdId(calendar.lens, collection, exchange);
  }
  return {
    idOf(collection) {
      const id = made.get(collection) ?? make(collection);
      made.set(collection, id);
      return id;
    },
    gone: (collection) => made.delete(collection),
    payload: (collection) => payloadOf(collection, firstDay),
  };
}

/** What the rights of an identity are learned with. */
interface Trying {
  readonly name: string;
  /** The calendar of the default identity, and that of the other one. */
  readonly own: Calendar;
  readonly other: Calendar;
  readonly records: readonly WorldRecord[];
  /** What the other one can write, as far as it was tried. */
  readonly writes: Rights;
}

type Tried = readonly (readonly [OperationId, Permission])[];

/** Learns what another identity can do with records of the default one. */
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

/** Whether the other identity is refused a record that the default one can read. */
async function isHidden({ own, other }: Trying, { ref, id }: WorldRecord): Promise<boolean> {
  const isRefused = async (calendar: Calendar): Promise<boolean> =>
    permissionOf(await calendar.read(ref.ref, byId({ id }))) === 'refused';
  return (await isRefused(other)) && !(await isRefused(own));
}

const others = collections.filter((collection) => collection !== 'events');

/** Tries writes as an identity; if it cannot create events, creates in other collections are not tried. */
export async function tryWrites(other: Calendar, ownRecords: OwnRecords): Promise<Rights> {
  const events = await tryCreates(other, ownRecords, ['events']);
  const isCreator = events.some(([, permission]) => permission === 'granted');
  const more = isCreator ? await tryCreates(other, ownRecords, others) : [];
  return new Map([...events, ...more, ...(await tryChanges(other, ownRecords))]);
}

async function tryCreates(other: Calendar, ownRecords: OwnRecords, among: readonly Collection[]): Promise<Tried> {
  const answers = among.map(async (collection) => {
    const { exchange } = await other.create(collection, ownRecords.payload(collection));
    return toTried(`${collection}.create`, exchange);
  });
  return (await Promise.all(answers)).flat();
}

async function tryChanges(other: Calendar, ownRecords: OwnRecords): Promise<Tried> {
  const id = await ownRecords.idOf('events');
  if (id === undefined) return [];
  const { exchange } = await other.update('events', byId({ id }), 'PATCH', ownRecords.payload('events'));
  const deletion = toTried('events.delete', await other.remove('events', byId({ id })));
  if (deletion.some(([, permission]) => permission === 'granted')) ownRecords.gone('events');
  return [...toTried('events.update.patch', exchange), ...deletion];
}

function toTried(operation: OperationId, exchange: Exchange): Tried {
  const permission = permissionOf(exchange);
  return permission === undefined ? [] : [[operation, permission]];
}
