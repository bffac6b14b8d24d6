import { collections } from '../../contract/resources.js';
import type { OperationId } from '../../contract/operation.js';
import type { JsonObject } from '../../harness/json.js';
import { toPrintableLine } from '../../harness/reports/printable.js';
import type { TargetProfile } from '../../target/profile.js';
import { type KnownIdentity, wasGranted } from '../../target/rights.js';

/** Who asks besides the default identity and what each may, a line each, as far as it was tried. */
export const toIdentityLines = ({ identities }: Pick<TargetProfile, 'identities'>): readonly string[] =>
  identities.map((one) => toPrintableLine(`${one.name} ${toWords(one).join('; ')}`));

function toWords(identity: KnownIdentity): readonly string[] {
  const words = [toReading(identity), toCreating(identity), toChanging(identity)].filter((word) => word !== undefined);
  const alike = identity.isWeaker ? [] : ['was refused nothing that the default identity was granted'];
  return [...words, ...alike];
}

function toReading({ rights, hidden }: KnownIdentity): string | undefined {
  const read = rights.get('events.read');
  if (read === undefined) return undefined;
  if (read === 'refused') return 'may not read';
  return hidden.length > 0 ? 'reads, but no drafts' : 'reads';
}

function toCreating(identity: KnownIdentity): string | undefined {
  const tried = collections.filter((collection) => identity.rights.has(`${collection}.create`));
  const granted = tried.filter((collection) => wasGranted(identity, `${collection}.create`));
  if (tried.length === 0) return undefined;
  return granted.length === 0 ? 'may not create' : `creates ${granted.join(', ')}`;
}

const changes: readonly (readonly [OperationId, string])[] = [
  ['events.update.patch', 'update'],
  ['events.delete', 'delete'],
];

function toChanging({ rights }: KnownIdentity): string | undefined {
  const of = (permission: string): readonly string[] =>
    changes.filter(([operation]) => rights.get(operation) === permission).map(([, word]) => word);
  const [granted, refused] = [of('granted'), of('refused')];
  if (refused.length > 0) return `may not ${refused.join(' or ')} what others made`;
  return granted.length > 0 ? `may ${granted.join(' and ')} what others made` : undefined;
}

/** The same as JSON for a report: names, never what proves them. */
export const toIdentitiesJson = (identities: readonly KnownIdentity[]): readonly JsonObject[] =>
  identities.map(({ name, isWeaker, rights, hidden }) => ({
    name,
    isWeaker,
    rights: Object.fromEntries(rights),
    hidden: hidden.map(({ ref, key }) => `${ref}/${key}`),
  }));
