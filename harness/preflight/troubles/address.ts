import type { Troubles } from '../trouble.js';

/** What can be wrong with an address before anything is sent. */
export const addressTroubles = {
  notUrl: {
    seen: '"{text}" is not a URL.',
    advice: 'Give one as in http://127.0.0.1:8080 or https://example.org/wp-json.',
    means: 'The argument is no address that anything could be sent to.',
  },
  schemeMissing: {
    seen: '"{text}" is not a URL.',
    advice: 'Write {url} instead.',
    means: 'A URL begins with http:// or https://.',
  },
  otherScheme: {
    seen: '{scheme}// addresses are not spoken here.',
    advice: 'Give one as in http://127.0.0.1:8080 or https://example.org/wp-json.',
    means: 'calproof speaks HTTP, with TLS or without.',
  },
  loginInside: {
    seen: 'The address of {host} holds a login, which would end up in logs.',
    advice: 'Leave it out and give it with --basic env:VARIABLE (it holds user:password).',
    means: 'Command lines and addresses are stored and shown in many places; secrets are not given there.',
  },
} as const satisfies Troubles;
