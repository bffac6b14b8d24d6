import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import { monitoringRequirement } from '../../adapter/subject.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import { excerpt } from '../../kernel/excerpt.js';
import type { Monitor } from '../../kernel/monitor.js';
import { type Exchange, headerValue, type WireResponse } from '../../wire/exchange.js';
import { parseJson, textOf } from '../../wire/message-body.js';
import { isGranted, NOT_FOUND } from '../../wire/status.js';
import { everyOperation } from './evidence/steps.js';
import { isBelow } from './server-errors.js';

/** What an answer says it is, it is, also when it finds nothing (RFC 9110 section 8.3). */
export const labelsEverywhere = monitoringRequirement({
  id: 'http.media-type.anywhere',
  level: 'MUST',
  clause: 'http.media-type',
  operations: everyOperation,
  profile: 'http',
  statement: 'JSON responses have a JSON media type, and responses with a JSON media type are JSON.',
});

/** Notices labels that do not say what is in a response; a refusal may be that of a proxy. */
export const watchMediaTypes = ({ namespace }: Pick<TargetProfile, 'namespace'>): Monitor => ({
  requirement: labelsEverywhere.id,
  watch(exchanges) {
    const judged = exchanges.filter((one) => isBelow(namespace, one) && one.request.method !== 'HEAD');
    const labels = judged.flatMap((exchange) => toLabel(exchange) ?? []);
    return labels.length === 0 ? undefined : labels.filter(({ holds }) => !holds).map(({ details }) => details);
  },
});

interface Label {
  readonly holds: boolean;
  readonly details: DeviationDetails;
}

function toLabel(exchange: Exchange): Label | undefined {
  const { outcome } = exchange;
  if (outcome.kind !== 'response') return undefined;
  const { response } = outcome;
  return isGranted(response) || NOT_FOUND.includes(response.status) ? readLabel(exchange, response) : undefined;
}

/** An object or an array in JSON is labelled as JSON, and what is labelled so is JSON; other bodies may say what they like. */
function readLabel(exchange: Exchange, response: WireResponse): Label {
  const type = headerValue(response.headers, 'content-type') ?? 'no Content-Type';
  const labelled = /^\s*(application|text)\/([\w.+-]+\+)?json\b/i.test(type);
  const text = textOf(response);
  const parsed = parseJson(text);
  const structured = typeof parsed === 'object' && parsed !== null;
  const holds = structured ? labelled : !labelled || parsed !== undefined || text === '';
  const expected = structured ? 'JSON to be labelled as JSON' : 'JSON, as the label says';
  return { holds, details: { kind: 'media-type', expected, observed: `${type} with ${excerpt(text)}`, exchange } };
}
