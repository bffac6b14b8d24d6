import { permissionOf } from '../../adapter/profile/rights.js';
import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import { monitoringRequirement } from '../../adapter/subject.js';
import { findOperation } from '../../contract/operations.js';
import { collections } from '../../contract/resources.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Monitor } from '../../kernel/monitor.js';
import type { Exchange } from '../../wire/exchange.js';
import { statusOf } from '../../wire/status.js';

/** To delete a record is to change it, and more. */
export const deletesNoMore = monitoringRequirement({
  id: 'identities.records.delete-without-update',
  level: 'SHOULD',
  clause: 'coherence.denied-everywhere',
  operations: collections.map((collection) => `${collection}.delete` as const),
  profile: 'coherence',
  needs: ['identity.weaker'],
  statement: 'A user refused every update of a record is also refused a DELETE of it.',
});

/** Notices DELETEs that are granted to others than the default identity where their updates at the same address are refused. */
export const watchDeletes = ({ namespace }: Pick<TargetProfile, 'namespace'>): Monitor => ({
  requirement: deletesNoMore.id,
  watch(exchanges) {
    const kindOf = ({ request }: Exchange) => findOperation(request, namespace)?.kind;
    const others = exchanges.filter((one) => one.identity !== undefined && permissionOf(one) !== undefined);
    const updates = others.filter((one) => kindOf(one) === 'update');
    const judged = others
      .filter((one) => kindOf(one) === 'delete')
      .map((deletion) => ({ deletion, tried: updates.filter((update) => isOfSame(update, deletion)) }))
      .filter(({ tried }) => tried.length > 0 && tried.every((update) => permissionOf(update) === 'refused'));
    return judged.length === 0 ? undefined : judged.flatMap(({ deletion, tried }) => toDetails(deletion, tried[0]));
  },
});

const isOfSame = (one: Exchange, other: Exchange): boolean =>
  one.identity === other.identity && one.request.target === other.request.target;

function toDetails(deletion: Exchange, update: Exchange | undefined): readonly DeviationDetails[] {
  if (!update || permissionOf(deletion) === 'refused') return [];
  const as = `as ${deletion.identity}`;
  const expected = `a DELETE ${as} to be refused as a ${update.request.method} is (${statusOf(update)})`;
  const observed = String(statusOf(deletion));
  return [{ kind: 'status', expected, observed, exchange: deletion, sign: { status: 'refused' } }];
}
