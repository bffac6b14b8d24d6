import { type OperationId, operations, updateVerbs } from '../../../contract/operations.js';
import type { Collection } from '../../../contract/resources.js';
import { openScope, type Scope } from '../../../kernel/scope.js';
import type { Exchange } from '../../../wire/exchange.js';
import { isDenied, statusOf } from '../../../wire/status.js';
import type { Calendar } from '../../calendar/calendar.js';
import { calendarFor, type TargetContext } from '../../calendar/target-context.js';
import { ifOurs } from '../../ownership/guard.js';
import { type Permission, permissionOf, type Rights } from '../../profile/rights.js';
import type { TargetProfile } from '../../profile/target-profile.js';
import { byId } from '../../reading/paths.js';
import { createOwnRecords, type OwnRecords, tryWrites } from './identity-rights.js';

/** An update or DELETE by the default identity of a record that it had made. */
interface OwnWrite {
  readonly collection: Collection;
  readonly kind: 'update' | 'delete';
  readonly exchange: Exchange;
}

/** Attempts: intermittent refusals are a deviation and must not be taken for missing rights. */
const DELETES = 3;

type Before = (ownRecords: OwnRecords, scope: Scope) => Promise<void>;

const openFor = ({ options: { send } }: TargetContext): Scope =>
  openScope({ phase: 'probe', quota: Number.POSITIVE_INFINITY, send });

/** Creates one record per collection, updates it after others have tried, and lets the clean-up delete it. */
async function probeOwnRecords(
  context: TargetContext,
  blank: TargetProfile,
  { firstDay, among, before = () => Promise.resolve() }: OwnRecordsProbe,
): Promise<readonly OwnWrite[]> {
  const [scope, later] = [openFor(context), openFor(context)];
  const own = calendarFor(context, blank, scope);
  const ownRecords = createOwnRecords(own, firstDay);
  await before(ownRecords, scope);
  const updates = await Promise.all(among.map((collection) => tryUpdate(own, ownRecords, collection)));
  await scope.close();
  const again = calendarFor(context, blank, later);
  const deletes = among.map((collection) => tryDelete(again, ownRecords, deleteOf(collection, scope.exchanges)));
  return [...updates.flat(), ...(await Promise.all(deletes)).flat()];
}

/** The collections and day of the records, and what happens before the default identity tries. */
interface OwnRecordsProbe {
  readonly firstDay: string;
  readonly among: readonly Collection[];
  readonly before?: Before;
}

/** Tries to update: one granted verb is enough; an identity without the right is refused every verb. */
async function tryUpdate(own: Calendar, ownRecords: OwnRecords, collection: Collection): Promise<readonly OwnWrite[]> {
  const id = await ownRecords.idOf(collection);
  if (id === undefined) return [];
  const answers: OwnWrite[] = [];
  for (const verb of updateVerbs.toReversed()) {
    // The response to a create may contain the id of another record.
    const written = await ifOurs(() => own.update(collection, byId({ id }), verb, ownRecords.payload(collection)));
    if (!written) return [];
    const { exchange } = written;
    if (!isDenied(exchange)) return [{ collection, kind: 'update', exchange }];
    answers.push({ collection, kind: 'update', exchange });
  }
  return answers.slice(-1);
}

/** The last DELETE in a collection by the default identity. */
function deleteOf(collection: Collection, exchanges: readonly Exchange[]): OwnWrite | undefined {
  const isOne = ({ request: { method, target }, identity }: Exchange): boolean =>
    method === 'DELETE' && identity === undefined && new RegExp(`/${collection}/[^/]+$`).test(target);
  const exchange = exchanges.findLast(isOne);
  return exchange && { collection, kind: 'delete', exchange };
}

/** Retries a refused DELETE: only if every attempt is refused the right is missing. */
async function tryDelete(
  own: Calendar,
  ownRecords: OwnRecords,
  answer: OwnWrite | undefined,
): Promise<readonly OwnWrite[]> {
  const id = answer && (await ownRecords.idOf(answer.collection));
  if (!answer || id === undefined) return [];
  let { exchange } = answer;
  for (let tries = 1; tries < DELETES && isDenied(exchange); tries += 1)
    exchange = await own.remove(answer.collection, byId({ id }));
  return [{ ...answer, exchange }];
}

/** The rights that are learned before a world is built. */
export interface OwnRights {
  /** Those of the default identity. */
  readonly rights: Rights;
  /** What other identities can write, by their names. */
  readonly others: ReadonlyMap<string, Rights>;
  /** The exchanges of other identities. */
  readonly exchanges: readonly Exchange[];
  /** The operations that the default identity cannot use, with reasons; creates too if they cannot be undone. */
  readonly lacks: ReadonlyMap<string, string>;
}

/** The rights in readonly mode. */
export const unknownRights: OwnRights = { rights: new Map(), others: new Map(), exchanges: [], lacks: new Map() };

/** Roles differ most between events and tags; if one of them cannot be changed, similar collections are tried too. */
const alike: Readonly<Partial<Record<Collection, readonly Collection[]>>> = {
  events: ['venues', 'organizers'],
  tags: ['categories'],
};
const first = ['events', 'tags'] as const;

/** Learns, before a world is built, whether the default identity can update and delete its own records. */
export async function learnOwnRights(
  context: TargetContext,
  blank: TargetProfile,
  firstDay: string,
): Promise<OwnRights> {
  const others = new Map<string, Rights>();
  const exchanges: Exchange[] = [];
  const { identities = [] } = context.options;
  const answers = await probeOwnRecords(context, blank, {
    firstDay,
    among: first,
    before: async (ownRecords, scope) => {
      for (const name of identities)
        others.set(name, await tryWrites(calendarFor(context, blank, scope, { as: name }), ownRecords));
      exchanges.push(...scope.exchanges.filter(({ identity }) => identity !== undefined));
    },
  });
  const isStuck = (one: Collection): boolean =>
    answers.some(({ collection, exchange }) => collection === one && isDenied(exchange));
  const among = first.filter(isStuck).flatMap((one) => alike[one] ?? []);
  const more = await probeOwnRecords(context, blank, { firstDay, among });
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

/** The operations that a refusal rules out: without DELETE nothing is created, because it would stay. */
function toLacks({ collection, kind, exchange }: OwnWrite): readonly (readonly [OperationId, string])[] {
  if (!isDenied(exchange)) return [];
  const done = kind === 'update' ? 'updating' : 'deleting';
  const reason = `this identity may not: ${done} its own ${collection} returned ${statusOf(exchange)}`;
  const spared = kind === 'delete' ? operationsOf(collection, 'create') : [];
  return [
    ...operationsOf(collection, kind).map((operation) => [operation, reason] as const),
    ...spared.map((operation) => [operation, `${reason}, so created records would stay`] as const),
  ];
}
