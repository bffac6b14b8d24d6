import { type RequestContext, namesOf } from './asked.js';
import { type Diagnosis, diagnosisOf } from './diagnosis.js';
import { proxyTroubles } from './troubles/proxy.js';

/** Why the way ended at the proxy. */
export interface Hindrance {
  readonly message: string;
  /** `STATUS_` and a status, or the code of a failed connection. */
  readonly what: string;
}

/** Says why a proxy opens no way to a target. */
export function diagnoseProxy({ message, what }: Hindrance, asked: RequestContext): Diagnosis {
  const { proxy } = asked.connection;
  const names = { ...namesOf(asked), proxy: proxy?.origin ?? '', message };
  const status = /^STATUS_(\d+)$/.exec(what)?.[1];
  if (status !== undefined) return diagnoseProxyStatus(Number(status), asked);
  if (/TIMEDOUT|TIMEOUT/.test(what)) return diagnosisOf(proxyTroubles.silent, names);
  return diagnosisOf(/^HPE_|^ECONNRESET$/.test(what) ? proxyTroubles.notAProxy : proxyTroubles.unreachable, names);
}

/** Says what a proxy's own answer means. */
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
