import type { Troubles } from '../trouble.js';

/** An answer that refuses, by its status. */
export const statusTroubles = {
  loginMissing: {
    seen: '{url} needs a login (401).',
    advice:
      'Give one with --basic env:VARIABLE (it holds user:password) or --bearer env:VARIABLE (it holds the token).',
    means: 'The service does not say which kind of login it takes.',
  },
  basicMissing: {
    seen: '{url} needs a login (401).',
    advice: 'Give one with --basic env:VARIABLE (it holds user:password).',
    means: 'The service asks for a user and a password (Basic).',
  },
  bearerMissing: {
    seen: '{url} needs a login (401).',
    advice: 'Give one with --bearer env:VARIABLE (it holds the token).',
    means: 'The service asks for a token (Bearer).',
  },
  loginRefused: {
    seen: '{url} does not accept the login (401).',
    advice: 'Check user and password, or the token.',
    means: 'A login was sent, and the service does not know it; WordPress takes application passwords only.',
  },
  forbidden: {
    seen: '{url} refuses access (403).',
    advice: 'Give a login that may read with --basic or --bearer, or check whether a firewall keeps this machine out.',
    means: 'The service, or something before it, knows who asks and says no.',
  },
  notFound: {
    seen: '{url} is not found ({status}).',
    advice: 'Check the path: give the REST root, as in https://example.org/wp-json.',
    means: 'There is a service, and it has nothing at that address.',
  },
  tooMany: {
    seen: '{url} asks for fewer requests (429).',
    advice: 'Wait a while, then run with a lower --rate.',
    means: 'A limit on requests is used up, perhaps by an earlier run.',
  },
  gateway: {
    seen: '{url} is not answered for by its gateway ({status}).',
    advice: 'Check that the service behind it runs.',
    means: 'A reverse proxy, a balancer or the proxy of --proxy answers in place of a service that does not.',
  },
  unavailable: {
    seen: '{url} is not available at the moment (503).',
    advice: 'Wait until it is, for example after maintenance.',
    means: 'The service says of itself that it is overloaded or being worked on.',
  },
  failing: {
    seen: '{url} fails ({status}).',
    advice: 'Look into its log; when it works again, run this again.',
    means: 'The service has an error of its own.',
  },
  unexpected: {
    seen: '{url} answers unexpectedly ({status}).',
    advice: 'Check that this is the address of the REST root.',
    means: 'The status is none that a list of records is answered with.',
  },
} as const satisfies Troubles;
