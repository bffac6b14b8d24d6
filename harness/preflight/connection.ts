import type { Diagnosis } from './diagnosis.js';

const distrust: Diagnosis = {
  seen: 'shows a certificate that is not signed by anyone this machine trusts',
  advice: 'Give the certificate that signed it with --ca FILE, or trust any with --insecure.',
};
const notTls: Diagnosis = {
  seen: 'does not speak TLS on this port',
  advice: 'Try the same address with http://, or check the port.',
};
const noRoute: Diagnosis = {
  seen: 'cannot be reached over the network',
  advice: 'Check the address, the network and any VPN.',
};
const silent: Diagnosis = {
  seen: 'did not accept a connection in time',
  advice: 'Check host, port, firewall and VPN, or allow more time with --timeout.',
};

/** What the codes of the operating system, the resolver and the TLS library mean; `seen` follows the host. */
const byCode: Readonly<Record<string, Diagnosis>> = {
  ENOTFOUND: { seen: 'is not a known host name', advice: 'Check the spelling of the host, the network and any VPN.' },
  EAI_AGAIN: { seen: 'could not be looked up', advice: 'Check the network and its name server, then try again.' },
  ECONNREFUSED: {
    seen: 'refuses connections: nothing listens there',
    advice: 'Start the service, or check host and port.',
  },
  ETIMEDOUT: silent,
  UND_ERR_CONNECT_TIMEOUT: silent,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  DEPTH_ZERO_SELF_SIGNED_CERT: distrust,
  SELF_SIGNED_CERT_IN_CHAIN: distrust,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: distrust,
  UNABLE_TO_GET_ISSUER_CERT: distrust,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: distrust,
  CERT_UNTRUSTED: distrust,
  CERT_HAS_EXPIRED: {
    seen: 'shows a certificate that has expired',
    advice: 'Have it renewed, or trust any with --insecure.',
  },
  CERT_NOT_YET_VALID: {
    seen: 'shows a certificate that is not valid yet',
    advice: "Check this machine's clock, or trust any certificate with --insecure.",
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    seen: 'shows a certificate for another host',
    advice: 'Use a host name that is in the certificate, or trust any with --insecure.',
  },
  ERR_SSL_WRONG_VERSION_NUMBER: notTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: notTls,
  EPROTO: notTls,
  ECONNRESET: {
    seen: 'closed the connection before it was set up',
    advice: 'Try http:// in place of https://, or check the port.',
  },
};

/** Says why there is no connection to a host. */
export function diagnoseConnection(host: string, message: string, code = ''): Diagnosis {
  const known = byCode[code] ?? (code.startsWith('ERR_SSL_') ? notTls : undefined);
  if (known) return { seen: `${host} ${known.seen}.`, advice: known.advice };
  return { seen: `${host} cannot be connected to (${message}).`, advice: 'Check host, port and network.' };
}
