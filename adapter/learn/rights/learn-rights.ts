import type { OperationId } from '../../../contract/operations.js';
import { type Collection, collections } from '../../../contract/resources.js';
import { openScope } from '../../../kernel/scope.js';
import type { Exchange } from '../../../wire/exchange.js';
import { calendarFor, type TargetContext } from '../../calendar/target-context.js';
import { type Seen, toFact } from '../../facts/fact-sources.js';
import type { AccessFact, Fact, IdentityFact } from '../../profile/fact.js';
import { type KnownIdentity, mayLess, type TriedIdentity, wasGranted } from '../../profile/rights.js';
import type { TargetProfile } from '../../profile/target-profile.js';
import { readExchanges } from '../../reading/read-exchange.js';
import { markOf } from '../../reading/record-queries.js';
import type { WorldRecord } from '../../world/world.js';
import type { Capability } from '../capabilities.js';
import { learnIdentity } from './identity-rights.js';
import type { OwnRights } from './probe-own-rights.js';

/** What each identity besides that of the run may do, and what it was answered when it tried. */
function identitiesOf(
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

/** What is there to read, and what was seen of rights before. */
interface Occasion {
  readonly records: readonly WorldRecord[];
  readonly own: OwnRights;
}

/** Learns what every other identity may read, and compares what each may with what the default one may. */
export async function learnRights(
  setting: TargetContext,
  profile: TargetProfile,
  { records, own }: Occasion,
): Promise<TargetProfile> {
  const { options } = setting;
  const scope = openScope({ phase: 'probe', quota: Number.POSITIVE_INFINITY, send: options.send });
  const calendar = calendarFor(setting, profile, scope);
  const tried: TriedIdentity[] = [];
  for (const name of options.identities ?? []) {
    const other = calendarFor(setting, profile, scope, { as: name });
    const writes = own.others.get(name) ?? new Map();
    tried.push(await learnIdentity({ name, own: calendar, other, records, writes }));
  }
  watchOver(tried, records, setting);
  const identities = tried.map((one) => ({ ...one, isWeaker: mayLess(one, own.rights) }));
  const found = capabilitiesOf(identities);
  const lacks = [...profile.lacks].filter(([name]) => !found.has(name));
  const facts = identitiesOf(identities, [...own.exchanges, ...scope.exchanges], profile);
  return { ...profile, identities, facts: [...profile.facts, ...facts], lacks: new Map([...lacks, ...own.lacks]) };
}

/** What an identity is refused by its id is searched for in all that it is answered. */
function watchOver(
  identities: readonly TriedIdentity[],
  records: readonly WorldRecord[],
  { canaries }: TargetContext,
): void {
  for (const { name, hidden } of identities)
    for (const { ref, body } of records) if (hidden.includes(ref)) canaries.hide(markOf(ref.ref, body), name);
}

/** What requirements may need of other identities, as far as it is there. */
function capabilitiesOf(identities: readonly KnownIdentity[]): ReadonlySet<string> {
  const weaker = identities.filter(({ isWeaker }) => isWeaker);
  const found: readonly (readonly [Capability, boolean])[] = [
    ['identity.weaker', weaker.length > 0],
    ['identity.hidden', weaker.some(({ hidden }) => hidden.length > 0)],
    ['identity.author', weaker.some((one) => wasGranted(one, 'events.create'))],
  ];
  return new Set(found.filter(([, there]) => there).map(([name]) => name));
}
