import type { Collection } from '../../contract/field.js';
import type { OperationId } from '../../contract/operation.js';
import type { Exchange } from '../../harness/exchange.js';
import { operations } from '../../contract/operations.js';
import type { TargetProfile } from '../profile.js';
import type { Permission, Rights } from '../rights.js';
import { calendarFor, type TargetContext } from '../setting.js';
import { tryWrites } from './identity-rights.js';
import { isForbidden, permissionOf, statusOf } from './permission.js';
import { type OwnWrite, probeOwnRecords } from './try-on.js';

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
    answers.some(({ collection, exchange }) => collection === one && isForbidden(exchange));
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
  if (!isForbidden(exchange)) return [];
  const done = kind === 'update' ? 'updating' : 'deleting';
  const reason = `this identity may not: ${done} ${collection} that it made was answered with ${statusOf(exchange)}`;
  const spared = kind === 'delete' ? operationsOf(collection, 'create') : [];
  return [
    ...operationsOf(collection, kind).map((operation) => [operation, reason] as const),
    ...spared.map((operation) => [operation, `${reason}, so what is created would stay`] as const),
  ];
}
