import type { Troubles } from '../trouble.js';

/** No connection. */
export const connectionTroubles = {
  unknownHost: {
    seen: '{host} is not a known host name.',
    advice: 'Check the spelling of the host, the network and any VPN.',
    means: 'The name server says that there is no such name (DNS, NXDOMAIN).',
  },
  lookupFailed: {
    seen: '{host} could not be looked up.',
    advice: 'Check the network and its name server, then try again.',
    means: 'No name server answered, or it failed; the name may well exist (DNS, EAI_AGAIN).',
  },
  refused: {
    seen: '{host} refuses connections: nothing listens there.',
    advice: 'Start the service, or check host and port.',
    means: 'The machine is there, and no program has that port open; some firewalls say the same.',
  },
  silent: {
    seen: '{host} did not accept a connection within {limit}.',
    advice: 'Check host, port, firewall and VPN; --timeout allows more time, up to 8 s for this first look.',
    means: 'Packets are dropped on the way, as firewalls do, or the service is too busy to accept anybody.',
  },
  noRoute: {
    seen: '{host} cannot be reached over the network.',
    advice: 'Check the address, the network and any VPN.',
    means: 'This machine or one on the way knows no route there.',
  },
  closedEarly: {
    seen: '{host} closed the connection before it was set up.',
    advice:
      'Try http:// in place of https://, check the port, or, if it wants a client certificate, the one given with --cert.',
    means: 'The connection was made and ended during the TLS handshake, without a reason.',
  },
  other: {
    seen: '{host} cannot be connected to ({message}).',
    advice: 'Check host, port and network.',
    means: 'The operating system or the TLS library gives a reason that calproof has no words for.',
  },
} as const satisfies Troubles;
