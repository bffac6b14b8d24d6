import { monitoringRequirement } from '../../adapter/subject.js';
import type { Monitor } from '../../kernel/monitor.js';
import type { Exchange } from '../../wire/exchange.js';
import { isGranted, statusOf, UNSUPPORTED_METHOD } from '../../wire/status.js';
import { everyOperation } from './evidence/steps.js';

/** HEAD belongs to every server of general purpose (RFC 9110 section 9.1): the interface names it nowhere. */
export const supportsHead = monitoringRequirement({
  id: 'http.head.supported',
  level: 'SHOULD',
  clause: 'http.head',
  operations: everyOperation,
  profile: 'http',
  statement: 'HEAD is not refused as a method where GET is served.',
});

/** Notices where HEAD is refused as a method: whether it answers as GET does cannot be judged there. */
export const watchHead: Monitor = {
  requirement: supportsHead.id,
  watch(exchanges) {
    const asked = exchanges.filter((one) => one.request.method === 'HEAD' && isServed(one, exchanges));
    if (asked.length === 0) return undefined;
    return asked
      .filter((one) => UNSUPPORTED_METHOD.includes(statusOf(one)))
      .map((exchange) => {
        const observed = `status ${statusOf(exchange)}`;
        return { kind: 'status', expected: 'HEAD to be served as GET is', observed, exchange };
      });
  },
};

/** Whether a GET of the same was granted. */
const isServed = ({ request }: Exchange, exchanges: readonly Exchange[]): boolean =>
  exchanges.some((one) => one.request.method === 'GET' && one.request.target === request.target && isGranted(one));
