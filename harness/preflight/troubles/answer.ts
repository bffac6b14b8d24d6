import type { Troubles } from '../trouble.js';

/** No whole answer in HTTP, or one that leads elsewhere. */
export const answerTroubles = {
  stalled: {
    seen: '{host} took the request but did not answer within {limit}.',
    advice: 'Check that the service is well; --timeout allows more time, up to 8 s for this first look.',
    means: 'The connection is open and nothing comes: the service hangs, or a firewall swallows what is said.',
  },
  unended: {
    seen: '{url} sends an answer that does not end ({octets} octets within {limit}).',
    advice: 'Check what is served there; a stream of events or a live feed is not a REST interface.',
    means: 'The answer is larger than 32 MiB, or goes on for longer than calproof waits.',
  },
  reset: {
    seen: '{host} closed the connection without an answer.',
    advice: 'Try https://, or check the port.',
    means: 'Something listens there and hangs up on plain HTTP, as some do that only speak TLS.',
  },
  resetOverTls: {
    seen: '{host} closed the connection without an answer.',
    advice: 'Look into its log; if it wants a client certificate, check the one given with --cert and --key.',
    means: 'TLS is set up and the service hangs up: it crashed, or it says so to who shows no certificate it knows.',
  },
  notHttp: {
    seen: '{host} does not answer in HTTP/1.1 ({message}).',
    advice: 'Check the port, or try the other of http:// and https://.',
    means: 'Another kind of service listens there, such as mail or SSH, or one that only speaks HTTP/2.',
  },
  truncated: {
    seen: '{url} cuts its answer off before the end.',
    advice: 'Look into the log of the service and of any proxy before it.',
    means: 'Fewer octets came than were announced: the service crashed half-way, or states a wrong length.',
  },
  plainToTls: {
    seen: '{host} speaks HTTPS on this port.',
    advice: 'Write https:// instead.',
    means: 'The server answers plain HTTP with a note that it expects TLS.',
  },
  redirects: {
    seen: '{url} redirects to {next}.',
    advice: 'Give {given} instead.',
    means: 'calproof judges what is at an address and follows nothing, least of all with credentials.',
  },
  redirectsWithin: {
    seen: '{url} redirects to {next}.',
    advice: 'Have the service answer at its own addresses; it is judged without following redirects.',
    means: 'The REST root would be the same: only the spelling differs, such as a slash at the end.',
  },
  redirectsAway: {
    seen: '{url} redirects to {next}, which is no http or https URL.',
    advice: 'Check which address the service takes for its own, and give that.',
    means: 'The address in the Location field cannot be asked.',
  },
  circle: {
    seen: '{url} redirects in a circle: {circle}.',
    advice: 'Check which address the service takes for its own (http or https, host, closing slash), and give that.',
    means: 'Each address sends to the next, and the last to one before; often two rules undo each other.',
  },
  tooManyRedirects: {
    seen: '{url} redirects more than {count} times, at last to {next}.',
    advice: 'Check which address the service takes for its own (http or https, host, closing slash), and give that.',
    means: 'The way goes on and on, mostly with an address that grows.',
  },
} as const satisfies Troubles;
