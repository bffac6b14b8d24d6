import { type KnownIdentity, permissionOf } from '../../adapter/profile/rights.js';
import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import { monitoringRequirement } from '../../adapter/subject.js';
import { findOperation } from '../../contract/operations.js';
import { collections } from '../../contract/resources.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Monitor } from '../../kernel/monitor.js';
import type { Exchange } from '../../wire/exchange.js';
import { statusOf } from '../../wire/status.js';

const shared = {
  clause: 'coherence.denied-everywhere',
  operations: collections.map((collection) => `${collection}.delete` as const),
  profile: 'coherence',
  needs: ['identity.weaker'],
} as const;

/** To delete a record is to change it, and more; but a service may have a role that clears away. */
export const deletesNoMore = monitoringRequirement({
  ...shared,
  id: 'identities.records.delete-without-update',
  level: 'SHOULD',
  statement: 'A user refused every update of a record is also refused a DELETE of it.',
});

/** No role may do nothing but delete: where all else is refused, the DELETE is what the check forgot. */
export const readersDeleteNothing = monitoringRequirement({
  ...shared,
  id: 'identities.records.delete-as-reader',
  level: 'MUST',
  statement: 'A user refused creates, and every update of a record, is also refused a DELETE of it.',
});

/** Whether an identity was refused whatever was tried of writes but DELETE. */
const isReader = ({ rights }: Pick<KnownIdentity, 'rights'>): boolean =>
  rights.get('events.create') === 'refused' && rights.get('events.update.patch') === 'refused';

/** Notices DELETEs that are granted to some identities where their updates at the same address are refused. */
function watchDeletesOf(requirement: string, namespace: string, names: readonly string[]): Monitor {
  return {
    requirement,
    watch(exchanges) {
      const kindOf = ({ request }: Exchange) => findOperation(request, namespace)?.kind;
      const isJudged = ({ identity }: Exchange): boolean => identity !== undefined && names.includes(identity);
      const others = exchanges.filter((one) => isJudged(one) && permissionOf(one) !== undefined);
      const updates = others.filter((one) => kindOf(one) === 'update');
      const judged = others
        .filter((one) => kindOf(one) === 'delete')
        .map((deletion) => ({ deletion, tried: updates.filter((update) => isOfSame(update, deletion)) }))
        .filter(({ tried }) => tried.length > 0 && tried.every((update) => permissionOf(update) === 'refused'));
      return judged.length === 0 ? undefined : judged.flatMap(({ deletion, tried }) => toDetails(deletion, tried[0]));
    },
  };
}

/** Notices DELETEs that are granted to others than the default identity where their updates at the same address are refused. */
export function watchDeletes({ namespace, identities }: TargetProfile): readonly Monitor[] {
  const namesOf = (some: readonly KnownIdentity[]) => some.map(({ name }) => name);
  const readers = identities.filter(isReader);
  return [
    watchDeletesOf(deletesNoMore.id, namespace, namesOf(identities.filter((one) => !isReader(one)))),
    watchDeletesOf(readersDeleteNothing.id, namespace, namesOf(readers)),
  ];
}

const isOfSame = (one: Exchange, other: Exchange): boolean =>
  one.identity === other.identity && one.request.target === other.request.target;

function toDetails(deletion: Exchange, update: Exchange | undefined): readonly DeviationDetails[] {
  if (!update || permissionOf(deletion) === 'refused') return [];
  const as = `as ${deletion.identity}`;
  const expected = `a DELETE ${as} to be refused as a ${update.request.method} is (${statusOf(update)})`;
  const observed = String(statusOf(deletion));
  return [{ kind: 'status', expected, observed, exchange: deletion, sign: { status: 'refused' } }];
}
