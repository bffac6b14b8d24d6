import type { Troubles } from '../trouble.js';

/** TLS, and the certificates of both sides. */
export const tlsTroubles = {
  distrusted: {
    seen: '{host} shows a certificate that is not signed by anyone this machine trusts.',
    advice: 'Give the certificate that signed it with --ca FILE, or trust any with --insecure.',
    means: 'The certificate is self-signed, is from an authority of a company, or comes without one in between.',
  },
  distrustedByFile: {
    seen: '{host} shows a certificate that is not signed by any in the file of --ca.',
    advice: 'Give a file with the certificate that signed it, or trust any with --insecure.',
    means: '--ca takes the place of the authorities that this machine trusts.',
  },
  expired: {
    seen: '{host} shows a certificate that has expired.',
    advice: 'Have it renewed, or trust any with --insecure.',
    means: "Its last day is over, by this machine's clock.",
  },
  early: {
    seen: '{host} shows a certificate that is not valid yet.',
    advice: "Check this machine's clock, or trust any certificate with --insecure.",
    means: "Its first day is still to come, by this machine's clock.",
  },
  otherHost: {
    seen: '{host} shows a certificate for another host.',
    advice: 'Use a host name that is in the certificate, or trust any with --insecure.',
    means: 'The names in the certificate do not include the host of the URL; an address of digits often is not there.',
  },
  notSpoken: {
    seen: '{host} does not speak TLS on this port.',
    advice: 'Try the same address with http://, or check the port.',
    means: 'What came back to a TLS handshake was something else, as when a port serves plain HTTP.',
  },
  noCommonGround: {
    seen: '{host} and this machine have no TLS version in common.',
    advice: 'Switch TLS 1.2 or 1.3 on there.',
    means: 'One side only speaks versions that the other no longer, or not yet, accepts.',
  },
  noCommonProtocol: {
    seen: '{host} does not speak HTTP/1.1 over TLS.',
    advice: 'Check the port, or switch HTTP/1.1 on there.',
    means: 'The service asks for another protocol, mostly HTTP/2 alone; calproof judges over HTTP/1.1.',
  },
  brokenOff: {
    seen: '{host} broke the TLS handshake off.',
    advice: 'If it wants a client certificate, give one with --cert FILE and --key FILE; else check its TLS settings.',
    means: 'The service sent "handshake failure": no certificate of ours, or no cipher in common.',
  },
  failed: {
    seen: '{host} and this machine cannot agree on TLS ({message}).',
    advice: 'Check the port, and the TLS settings there.',
    means: 'The TLS library gives a reason that calproof has no words for.',
  },
  certificateWanted: {
    seen: '{host} wants a client certificate.',
    advice: 'Give one with --cert FILE and --key FILE.',
    means: 'Only who shows a certificate that the service knows may connect (mutual TLS).',
  },
  certificateRefused: {
    seen: '{host} does not accept the client certificate of --cert.',
    advice: 'Check that it is the right one, not expired, and signed by whom the service trusts.',
    means: 'A certificate was shown, and the service does not know who signed it, or no longer takes it.',
  },
} as const satisfies Troubles;
