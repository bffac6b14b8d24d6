import type { Outcome, WireResponse } from '../exchange.js';
import { toCount } from '../reports/layout.js';
import { type RequestContext, namesOf } from './asked.js';
import { diagnoseConnection } from './connection.js';
import { diagnoseContent } from './content.js';
import { type Diagnosis, diagnosisOf } from './diagnosis.js';
import { diagnoseStatus } from './status.js';
import { answerTroubles } from './troubles/answer.js';

const { unended, stalled, notHttp, reset, resetOverTls, truncated } = answerTroubles;

/** Says why what came of asking a URL is not a JSON service's answer; undefined when it may be one. */
export function diagnose(outcome: Outcome, asked: RequestContext): Diagnosis | undefined {
  const names = namesOf(asked);
  if ('unended' in outcome && outcome.unended !== undefined) {
    return diagnosisOf(unended, { ...names, octets: toCount(outcome.unended) });
  }
  switch (outcome.kind) {
    case 'response':
      return diagnoseResponse(outcome.response, asked);
    case 'unreachable':
      return diagnoseConnection(outcome, asked);
    case 'reset':
      return diagnosisOf(asked.url.startsWith('https:') ? resetOverTls : reset, names);
    case 'stalled':
      return diagnosisOf(stalled, names);
    case 'malformed':
      return diagnosisOf(notHttp, { ...names, message: outcome.message });
    case 'truncated':
      return diagnosisOf(truncated, names);
  }
}

const diagnoseResponse = (response: WireResponse, asked: RequestContext): Diagnosis | undefined =>
  response.status >= 200 && response.status < 300
    ? diagnoseContent(response, asked.url)
    : diagnoseStatus(response, asked);
