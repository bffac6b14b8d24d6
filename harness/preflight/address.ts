import type { Diagnosis } from './diagnosis.js';

/** An address a person gave, understood or not. */
export type Address =
  | { readonly kind: 'url'; readonly url: URL }
  | { readonly kind: 'unusable'; readonly diagnosis: Diagnosis };

const example = 'Give one as in http://127.0.0.1:8080 or https://example.org/wp-json.';

/** Reads an http or https URL without credentials. */
export function parseAddress(text: string): Address {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return toUnusable(`"${text}" is not a URL.`, adviseScheme(text));
  if (!URL.canParse(text)) return toUnusable(`"${text}" is not a URL.`, example);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return toUnusable(`${url.protocol}// addresses are not spoken here.`, example);
  }
  if (url.username !== '' || url.password !== '') {
    return toUnusable(
      `The address of ${url.host} holds a login, which would end up in logs.`,
      'Leave it out and give it with --basic env:VARIABLE (it holds user:password).',
    );
  }
  return { kind: 'url', url };
}

const toUnusable = (seen: string, advice: string): Address => ({ kind: 'unusable', diagnosis: { seen, advice } });

/** What looks like a host or a host and port lacks its scheme. */
function adviseScheme(text: string): string {
  const host = /^(localhost|\[[\da-f:]+\]|[\w-]+(?:\.[\w-]+)+|[\w-]+(?=:\d))(:\d+)?(\/.*)?$/i.exec(text)?.[1];
  if (host === undefined) return example;
  const near = host === 'localhost' || host.startsWith('[') || /^[\d.]+$/.test(host);
  return `Write ${near ? 'http' : 'https'}://${text} instead.`;
}
