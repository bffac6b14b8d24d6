import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import { monitoringRequirement } from '../../adapter/subject.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import { observe } from '../../kernel/expectations.js';
import type { Monitor } from '../../kernel/monitor.js';
import type { Exchange } from '../../wire/exchange.js';
import { isExcused } from '../expect/expect-handled.js';
import { everyOperation } from './evidence/steps.js';

/** Whatever is asked, with what and by whom, is a matter of the client as far as the interface goes. */
export const breaksNowhere = monitoringRequirement({
  id: 'http.server-error.anywhere',
  level: 'MUST',
  clause: 'http.server-error',
  operations: everyOperation,
  profile: 'http',
  statement: 'No request of any other requirement causes a server error.',
});

/** Notices errors of the server in responses that no requirement judges by their status. */
export const watchServerErrors = ({ namespace }: Pick<TargetProfile, 'namespace'>): Monitor => ({
  requirement: breaksNowhere.id,
  watch(exchanges) {
    const judged = exchanges.filter((one) => isBelow(namespace, one) && one.outcome.kind === 'response');
    return judged.length === 0 ? undefined : judged.flatMap(toServerError);
  },
});

/** Whether a request went to the interface: a followed link may be of another service. */
export const isBelow = (namespace: string, { request }: Exchange): boolean => {
  const [path = ''] = request.target.split('?');
  return `${path}/`.includes(`/${namespace}/`);
};

function toServerError(exchange: Exchange): readonly DeviationDetails[] {
  const { request, outcome } = exchange;
  if (outcome.kind !== 'response' || outcome.response.status < 500 || isExcused(outcome.response)) return [];
  const expected = `a ${request.method} to be accepted or refused (2xx to 4xx)`;
  return [{ kind: 'status', expected, observed: observe(outcome.response), exchange }];
}
