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

/** The facts about identities besides the default one, with the exchanges that show them. */
function identitiesOf(
  identities: readonly KnownIdentity[],
  exchanges: readonly Exchange[],
  profile: TargetProfile,
): readonly Fact[] {
  const read = readExchanges(exchanges, profile);
  return identities.flatMap((identity) => {
    const value = toIdentityFact(identity);
    const own = read.filter(({ exchange }) => exchange.identity === identity.name);
    const seen = own.map((one): Seen => [one, `${one.status}`]);
    return toFact(`identities.${identity.name}`, Object.keys(value).length > 0 ? value : undefined, seen);
  });
}

/** The fact about an identity. */
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

/** The records to read, and the rights learned before. */
interface Occasion {
  readonly records: readonly WorldRecord[];
  readonly own: OwnRights;
}

/** Learns what every other identity can read, and compares its rights with those of the default one. */
export async function learnRights(
  context: TargetContext,
  profile: TargetProfile,
  { records, own }: Occasion,
): Promise<TargetProfile> {
  const { options } = context;
  const scope = openScope({ phase: 'probe', quota: Number.POSITIVE_INFINITY, send: options.send });
  const calendar = calendarFor(context, profile, scope);
  const tried: TriedIdentity[] = [];
  for (const name of options.identities ?? []) {
    const other = calendarFor(context, profile, scope, { as: name });
    const writes = own.others.get(name) ?? new Map();
    tried.push(await learnIdentity({ name, own: calendar, other, records, writes }));
  }
  watchOver(tried, records, context);
  const identities = tried.map((one) => ({ ...one, isWeaker: mayLess(one, own.rights) }));
  const found = capabilitiesOf(identities);
  const lacks = [...profile.lacks].filter(([name]) => !found.has(name));
  const facts = identitiesOf(identities, [...own.exchanges, ...scope.exchanges], profile);
  return { ...profile, identities, facts: [...profile.facts, ...facts], lacks: new Map([...lacks, ...own.lacks]) };
}

/** Registers the records that an identity is refused, to find them in other responses to it. */
function watchOver(
  identities: readonly TriedIdentity[],
  records: readonly WorldRecord[],
  { canaries }: TargetContext,
): void {
  for (const { name, hidden } of identities)
    for (const { ref, body } of records) if (hidden.includes(ref)) canaries.hide(markOf(ref.ref, body), name);
}

/** The capabilities that other identities give. */
function capabilitiesOf(identities: readonly KnownIdentity[]): ReadonlySet<string> {
  const weaker = identities.filter(({ isWeaker }) => isWeaker);
  const found: readonly (readonly [Capability, boolean])[] = [
    ['identity.weaker', weaker.length > 0],
    ['identity.hidden', weaker.some(({ hidden }) => hidden.length > 0)],
    ['identity.author', weaker.some((one) => wasGranted(one, 'events.create'))],
  ];
  return new Set(found.filter(([, there]) => there).map(([name]) => name));
}
