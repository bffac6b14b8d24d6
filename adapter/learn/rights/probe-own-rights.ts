import { type OperationId, operations, updateVerbs } from '../../../contract/operations.js';
import type { Collection } from '../../../contract/resources.js';
import { openScope, type Scope } from '../../../kernel/scope.js';
import type { Exchange } from '../../../wire/exchange.js';
import { isDenied, statusOf } from '../../../wire/status.js';
import type { Calendar } from '../../calendar/calendar.js';
import { calendarFor, type TargetContext } from '../../calendar/target-context.js';
import { ifOurs } from '../../ownership/guard.js';
import type { Permission, Rights } from '../../profile/rights.js';
import type { TargetProfile } from '../../profile/target-profile.js';
import { byId } from '../../reading/paths.js';
import { permissionOf } from '../../reading/refusal-status.js';
import { createSpecimens, type Specimens, tryWrites } from './identity-rights.js';

/** What the default identity was answered when it changed or deleted what it had made. */
interface OwnWrite {
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
async function probeOwnRecords(
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
    if (!isDenied(exchange)) return [{ collection, kind: 'update', exchange }];
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
  for (let tries = 1; tries < DELETES && isDenied(exchange); tries += 1)
    exchange = await own.remove(answer.collection, byId({ id }));
  return [{ ...answer, exchange }];
}

/** What was seen of rights before a world is made. */
export interface OwnRights {
  /** Of the default identity. */
  readonly rights: Rights;
  /** What others may write, by their names. */
  readonly others: ReadonlyMap<string, Rights>;
  /** What others sent and were answered. */
  readonly exchanges: readonly Exchange[];
  /** The operations that it may not use, each with the reason; to create is one where it cannot be undone. */
  readonly lacks: ReadonlyMap<string, string>;
}

/** What is known where nothing may be written. */
export const unknownRights: OwnRights = { rights: new Map(), others: new Map(), exchanges: [], lacks: new Map() };

/** Roles of services differ most between events and tags; who may not change one of them is asked about others alike. */
const alike: Readonly<Partial<Record<Collection, readonly Collection[]>>> = {
  events: ['venues', 'organizers'],
  tags: ['categories'],
};
const first = ['events', 'tags'] as const;

/** Learns, before a world is made, whether the default identity may update and delete what it makes. */
export async function learnOwnRights(
  setting: TargetContext,
  blank: TargetProfile,
  firstDay: string,
): Promise<OwnRights> {
  const others = new Map<string, Rights>();
  const exchanges: Exchange[] = [];
  const { identities = [] } = setting.options;
  const answers = await probeOwnRecords(setting, blank, {
    firstDay,
    among: first,
    before: async (specimens, scope) => {
      for (const name of identities)
        others.set(name, await tryWrites(calendarFor(setting, blank, scope, { as: name }), specimens));
      exchanges.push(...scope.exchanges.filter(({ identity }) => identity !== undefined));
    },
  });
  const isStuck = (one: Collection): boolean =>
    answers.some(({ collection, exchange }) => collection === one && isDenied(exchange));
  const among = first.filter(isStuck).flatMap((one) => alike[one] ?? []);
  const more = await probeOwnRecords(setting, blank, { firstDay, among });
  const all = [...answers, ...more];
  return { rights: new Map(all.flatMap(toRights)), others, exchanges, lacks: new Map(all.flatMap(toLacks)) };
}

const operationsOf = (collection: Collection, kind: OwnWrite['kind'] | 'create'): readonly OperationId[] =>
  operations.filter((one) => one.collection === collection && one.kind === kind).map(({ id }) => id);

function toRights({ collection, kind, exchange }: OwnWrite): readonly (readonly [OperationId, Permission])[] {
  const permission = permissionOf(exchange);
  const created = [[`${collection}.create`, 'granted'] as const];
  if (permission === undefined) return created;
  return [...created, ...operationsOf(collection, kind).map((operation) => [operation, permission] as const)];
}

/** What cannot be deleted again is not made: it would stay. */
function toLacks({ collection, kind, exchange }: OwnWrite): readonly (readonly [OperationId, string])[] {
  if (!isDenied(exchange)) return [];
  const done = kind === 'update' ? 'updating' : 'deleting';
  const reason = `this identity may not: ${done} ${collection} that it made was answered with ${statusOf(exchange)}`;
  const spared = kind === 'delete' ? operationsOf(collection, 'create') : [];
  return [
    ...operationsOf(collection, kind).map((operation) => [operation, reason] as const),
    ...spared.map((operation) => [operation, `${reason}, so what is created would stay`] as const),
  ];
}
