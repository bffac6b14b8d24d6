import type { Connection } from '../transports/connection-options.js';
import { PROXY } from '../transports/connector.js';
import { type Diagnosis, diagnosisOf, namesOf, type RequestContext } from './diagnosis.js';
import { connectionTroubles, proxyTroubles, tlsTroubles } from './trouble-catalogue.js';

/** Why a proxy opened no connection. */
interface Hindrance {
  readonly message: string;
  /** `STATUS_` and a status, or the code of a failed connection. */
  readonly what: string;
}

/** Explains why a proxy does not connect to a target. */
function diagnoseProxy({ message, what }: Hindrance, asked: RequestContext): Diagnosis {
  const { proxy } = asked.connection;
  const names = { ...namesOf(asked), proxy: proxy?.origin ?? '', message };
  const status = /^STATUS_(\d+)$/.exec(what)?.[1];
  if (status !== undefined) return diagnoseProxyStatus(Number(status), asked);
  if (/TIMEDOUT|TIMEOUT/.test(what)) return diagnosisOf(proxyTroubles.silent, names);
  return diagnosisOf(/^HPE_|^ECONNRESET$/.test(what) ? proxyTroubles.notAProxy : proxyTroubles.unreachable, names);
}

/** Explains a proxy's own response. */
export function diagnoseProxyStatus(status: number, asked: RequestContext): Diagnosis {
  const { proxy } = asked.connection;
  const names = { ...namesOf(asked), proxy: proxy?.origin ?? '', status: String(status) };
  if (status === 407) {
    return diagnosisOf(
      proxy?.authorization === undefined ? proxyTroubles.loginMissing : proxyTroubles.loginRefused,
      names,
    );
  }
  return diagnosisOf(status >= 500 ? proxyTroubles.cannotReach : proxyTroubles.refuses, names);
}

const { distrusted, distrustedByFile, expired, early, otherHost, notSpoken, failed } = tlsTroubles;
const { noCommonGround, noCommonProtocol, brokenOff, certificateWanted, certificateRefused } = tlsTroubles;

type KnownTlsTrouble = (typeof tlsTroubles)[Exclude<keyof typeof tlsTroubles, 'failed'>];

/** The troubles by codes of the TLS library. */
const tlsTroubleByCode: Readonly<Record<string, KnownTlsTrouble>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: distrusted,
  SELF_SIGNED_CERT_IN_CHAIN: distrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: distrusted,
  UNABLE_TO_GET_ISSUER_CERT: distrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: distrusted,
  CERT_UNTRUSTED: distrusted,
  CERT_HAS_EXPIRED: expired,
  CERT_NOT_YET_VALID: early,
  ERR_TLS_CERT_ALTNAME_INVALID: otherHost,
  EPROTO: notSpoken,
  ERR_SSL_WRONG_VERSION_NUMBER: notSpoken,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: notSpoken,
  ERR_SSL_UNSUPPORTED_PROTOCOL: noCommonGround,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: noCommonGround,
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: noCommonProtocol,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: brokenOff,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: certificateWanted,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: certificateWanted,
  ERR_SSL_SSLV3_ALERT_NO_CERTIFICATE: certificateWanted,
  ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE: certificateWanted,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: certificateWanted,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: certificateWanted,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: certificateWanted,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: certificateWanted,
  ERR_SSL_TLSV1_ALERT_ACCESS_DENIED: certificateWanted,
  ERR_SSL_TLSV1_ALERT_DECRYPT_ERROR: certificateWanted,
};

/** Explains a failure of TLS; undefined when it is something else. */
function diagnoseTls(
  { message, code }: Record<'message' | 'code', string>,
  asked: RequestContext,
): Diagnosis | undefined {
  const names = namesOf(asked);
  const known = tlsTroubleByCode[code];
  if (known) return diagnosisOf(inView(known, asked), names);
  return code.startsWith('ERR_SSL_') ? diagnosisOf(failed, { ...names, message: toTlsReason(message) }) : undefined;
}

/** OpenSSL writes the reason between numbers of errors and lines of its source. */
const toTlsReason = (message: string): string => /:SSL routines:[^:]*:([^:]+):/.exec(message)?.[1] ?? message;

/** The same refusal means something else where certificates were given. */
function inView(known: KnownTlsTrouble, { connection }: RequestContext): KnownTlsTrouble {
  if (known === distrusted && connection.ca !== undefined) return distrustedByFile;
  return known === certificateWanted && connection.certificate ? certificateRefused : known;
}

const { unknownHost, lookupFailed, refused, silent, noRoute, closedEarly, other } = connectionTroubles;

type KnownConnectionTrouble = (typeof connectionTroubles)[Exclude<keyof typeof connectionTroubles, 'other'>];

/** The troubles by codes of the operating system and the resolver. */
const connectionTroubleByCode: Readonly<Record<string, KnownConnectionTrouble>> = {
  ENOTFOUND: unknownHost,
  EAI_AGAIN: lookupFailed,
  ECONNREFUSED: refused,
  ETIMEDOUT: silent,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ECONNRESET: closedEarly,
};

/** Why there is no connection: a message, and the code of the system, the resolver, the TLS library or the proxy. */
interface Unreachable {
  readonly message: string;
  readonly code?: string;
}

/** Explains why there is no connection to a host. */
export function diagnoseConnection({ message, code = '' }: Unreachable, asked: RequestContext): Diagnosis {
  const names = namesOf(asked);
  if (code.startsWith(PROXY)) return diagnoseProxy({ message, what: code.slice(PROXY.length) }, asked);
  if (isLost(code, asked.connection)) return diagnoseProxy({ message, what: 'ETIMEDOUT' }, asked);
  const tls = diagnoseTls({ message, code }, asked);
  if (tls) return tls;
  const known = connectionTroubleByCode[code];
  return known ? diagnosisOf(known, names) : diagnosisOf(other, { ...names, message });
}

/** Behind a proxy, a timeout does not show which of the two connections was slow. */
const isLost = (code: string, { proxy }: Connection): boolean =>
  proxy !== undefined && connectionTroubleByCode[code] === silent;
