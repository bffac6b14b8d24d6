import type { Collection } from '../../contract/field.js';
import type { OperationId } from '../../contract/operation.js';
import { collections } from '../../contract/resources.js';
import type { Exchange } from '../../harness/exchange.js';
import type { TargetProfile } from '../profile.js';
import type { KnownIdentity } from '../rights.js';
import type { AccessFact, Fact, IdentityFact } from './fact.js';
import { type Seen, toFact } from './observe.js';
import { readExchanges } from './told.js';

/** What each identity besides that of the run may do, and what it was answered when it tried. */
export function identitiesOf(
  identities: readonly KnownIdentity[],
  exchanges: readonly Exchange[],
  profile: TargetProfile,
): readonly Fact[] {
  const told = readExchanges(exchanges, profile);
  return identities.flatMap((identity) => {
    const value = toIdentityFact(identity);
    const own = told.filter(({ exchange }) => exchange.identity === identity.name);
    const seen = own.map((one): Seen => [one, `${one.status}`]);
    return toFact(`identities.${identity.name}`, Object.keys(value).length > 0 ? value : undefined, seen);
  });
}

/** What is known of an identity, as the value of a fact. */
export function toIdentityFact({ rights, drafts }: Pick<KnownIdentity, 'rights' | 'drafts'>): IdentityFact {
  const may = (operation: OperationId): boolean | undefined => {
    const permission = rights.get(operation);
    return permission && permission === 'granted';
  };
  const tried = collections.flatMap((collection): readonly (readonly [Collection, boolean])[] => {
    const granted = may(`${collection}.create`);
    return granted === undefined ? [] : [[collection, granted]];
  });
  const create: AccessFact | undefined = tried.length > 0 ? Object.fromEntries(tried) : undefined;
  const all = {
    read: may('events.read'),
    drafts,
    create,
    update: may('events.update.patch'),
    delete: may('events.delete'),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
