import { identitiesOf } from '../facts/identities.js';
import { openScope } from '../../harness/scope.js';
import { markOf } from '../narrow.js';
import type { TargetProfile } from '../profile.js';
import { type KnownIdentity, mayLess, type TriedIdentity, wasGranted } from '../rights.js';
import { calendarFor, type TargetContext } from '../setting.js';
import type { WorldRecord } from '../world/world.js';
import type { Capability } from './capabilities.js';
import { learnIdentity } from './identity-rights.js';
import type { OwnRights } from './own-rights.js';

/** What is there to read, and what was seen of rights before. */
export interface Occasion {
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
