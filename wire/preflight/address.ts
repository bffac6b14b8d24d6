import { type Diagnosis, diagnosisOf } from './diagnosis.js';
import { addressTroubles } from './trouble-catalogue.js';

/** An address as given, parsed or not. */
type Address =
  | { readonly kind: 'url'; readonly url: URL }
  | { readonly kind: 'unusable'; readonly diagnosis: Diagnosis };

/** Reads an http or https URL without credentials. */
export function parseAddress(text: string): Address {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return toUnusable(diagnoseBare(text));
  if (!URL.canParse(text)) return toUnusable(diagnosisOf(addressTroubles.notUrl, { text }));
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return toUnusable(diagnosisOf(addressTroubles.otherScheme, { scheme: url.protocol }));
  }
  if (url.username !== '' || url.password !== '') {
    return toUnusable(diagnosisOf(addressTroubles.loginInside, { host: url.host }));
  }
  return { kind: 'url', url };
}

const toUnusable = (diagnosis: Diagnosis): Address => ({ kind: 'unusable', diagnosis });

/** Text that could be a host, or a host and port, lacks its scheme. */
function diagnoseBare(text: string): Diagnosis {
  const host = /^(localhost|\[[\da-f:]+\]|[\w-]+(?:\.[\w-]+)+|[\w-]+(?=:\d))(:\d+)?(\/.*)?$/i.exec(text)?.[1];
  if (host === undefined) return diagnosisOf(addressTroubles.notUrl, { text });
  const near = host === 'localhost' || host.startsWith('[') || /^[\d.]+$/.test(host);
  return diagnosisOf(addressTroubles.schemeMissing, { text, url: `${near ? 'http' : 'https'}://${text}` });
}
