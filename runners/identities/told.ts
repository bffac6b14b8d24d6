import type { JsonObject } from '../../harness/json.js';
import { toPrintableLine } from '../../harness/reports/printable.js';
import type { TargetProfile } from '../../target/profile.js';
import { toIdentityFact } from '../../target/facts/identities.js';
import { identityInWords } from '../../target/facts/identity-words.js';
import type { KnownIdentity } from '../../target/rights.js';

/** Who asks besides the default identity and what each may, a line each, as far as it was tried. */
export const toIdentityLines = ({ identities }: Pick<TargetProfile, 'identities'>): readonly string[] =>
  identities.map((one) => toPrintableLine(`${one.name} ${toWords(one).join('; ')}`));

function toWords(identity: KnownIdentity): readonly string[] {
  const words = identityInWords(toIdentityFact(identity));
  const alike = identity.isWeaker ? [] : ['was refused nothing that the default identity was granted'];
  return [...(words === '' ? [] : [words]), ...alike];
}

/** The same as JSON for a report: names, never what proves them. */
export const toIdentitiesJson = (identities: readonly KnownIdentity[]): readonly JsonObject[] =>
  identities.map(({ name, isWeaker, rights, hidden }) => ({
    name,
    isWeaker,
    rights: Object.fromEntries(rights),
    hidden: hidden.map(({ ref, key }) => `${ref}/${key}`),
  }));
