import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import { monitoringRequirement } from '../../adapter/subject.js';
import type { Monitor } from '../../kernel/monitor.js';
import { headerValue } from '../../wire/exchange.js';
import { statusOf } from '../../wire/status.js';
import { everyOperation } from './steps.js';
import { isBelow } from './server-errors.js';

/** Whatever is refused for want of a login, says of what kind (RFC 9110 section 15.5.2). */
export const challengesEverywhere = monitoringRequirement({
  id: 'http.challenge.anywhere',
  level: 'MUST',
  clause: 'http.unauthorized',
  operations: everyOperation,
  profile: 'http',
  needs: ['http.challenge'],
  statement: 'Every 401 of any other requirement carries a WWW-Authenticate header.',
});

/** Notices refusals that do not say how to log in. */
export const watchChallenges = ({ namespace }: Pick<TargetProfile, 'namespace'>): Monitor => ({
  requirement: challengesEverywhere.id,
  watch(exchanges) {
    const refused = exchanges.filter((one) => isBelow(namespace, one) && statusOf(one) === 401);
    if (refused.length === 0) return undefined;
    const [expected, observed] = ['a 401 with a WWW-Authenticate header', 'a 401 without one'];
    return refused
      .filter(
        ({ outcome }) =>
          outcome.kind === 'response' && headerValue(outcome.response.headers, 'www-authenticate') === undefined,
      )
      .map((exchange) => ({ kind: 'header', expected, observed, exchange }));
  },
});
