import type { Connection } from '../transports/connection.js';
import { PROXY } from '../transports/proxy-error.js';
import { type RequestContext, namesOf } from './asked.js';
import { type Diagnosis, diagnosisOf } from './diagnosis.js';
import { diagnoseProxy } from './proxy.js';
import { diagnoseTls } from './tls.js';
import { connectionTroubles } from './troubles/connection.js';

const { unknownHost, lookupFailed, refused, silent, noRoute, closedEarly, other } = connectionTroubles;

type KnownConnectionTrouble =
  | typeof unknownHost
  | typeof lookupFailed
  | typeof refused
  | typeof noRoute
  | typeof closedEarly
  | typeof silent;

/** What the codes of the operating system and the resolver mean. */
const connectionTroubleByCode: Readonly<Record<string, KnownConnectionTrouble>> = {
  ENOTFOUND: unknownHost,
  EAI_AGAIN: lookupFailed,
  ECONNREFUSED: refused,
  ETIMEDOUT: silent,
  UND_ERR_CONNECT_TIMEOUT: silent,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ECONNRESET: closedEarly,
};

/** Why there is no connection: a message, and the code of the system, the resolver, the TLS library or the proxy. */
export interface Unreachable {
  readonly message: string;
  readonly code?: string;
}

/** Says why there is no connection to a host. */
export function diagnoseConnection({ message, code = '' }: Unreachable, asked: RequestContext): Diagnosis {
  const names = namesOf(asked);
  if (code.startsWith(PROXY)) return diagnoseProxy({ message, what: code.slice(PROXY.length) }, asked);
  if (isLost(code, asked.connection)) return diagnoseProxy({ message, what: 'ETIMEDOUT' }, asked);
  const tls = diagnoseTls({ message, code }, asked);
  if (tls) return tls;
  const known = connectionTroubleByCode[code];
  return known ? diagnosisOf(known, names) : diagnosisOf(other, { ...names, message });
}

/** With a proxy on the way nobody can tell on which half of it time was lost. */
const isLost = (code: string, { proxy }: Connection): boolean =>
  proxy !== undefined && connectionTroubleByCode[code] === silent;
