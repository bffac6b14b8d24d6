import { type RequestContext, namesOf } from './asked.js';
import { type Diagnosis, diagnosisOf } from './diagnosis.js';
import { tlsTroubles } from './troubles/tls.js';

const { distrusted, distrustedByFile, expired, early, otherHost, notSpoken, failed } = tlsTroubles;
const { noCommonGround, noCommonProtocol, brokenOff, certificateWanted, certificateRefused } = tlsTroubles;

type KnownTlsTrouble = (typeof tlsTroubles)[Exclude<keyof typeof tlsTroubles, 'failed'>];

/** What the codes of the TLS library mean. */
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

/** Says what is wrong between the two sides' TLS; undefined when it is something else. */
export function diagnoseTls(
  { message, code }: Record<'message' | 'code', string>,
  asked: RequestContext,
): Diagnosis | undefined {
  const names = namesOf(asked);
  const known = tlsTroubleByCode[code];
  if (known) return diagnosisOf(inView(known, asked), names);
  return code.startsWith('ERR_SSL_') ? diagnosisOf(failed, { ...names, message }) : undefined;
}

/** The same refusal means another thing to who gave certificates. */
function inView(known: KnownTlsTrouble, { connection }: RequestContext): KnownTlsTrouble {
  if (known === distrusted && connection.ca !== undefined) return distrustedByFile;
  return known === certificateWanted && connection.certificate ? certificateRefused : known;
}
