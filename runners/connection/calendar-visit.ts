import type { Outcome, WireResponse } from '../../wire/exchange.js';
import { isJsonObject, type JsonValue } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import type { Diagnosis } from '../../wire/preflight/diagnosis.js';
import { preflight, type PreflightOptions } from '../../wire/preflight/preflight.js';
import { DENIALS, NO_ROUTE } from '../../wire/status.js';

/** The result of requesting a URL: JSON, or why there is none, with the response if any. */
export type CalendarVisit = JsonVisit | UnusableVisit;

export interface JsonVisit {
  readonly kind: 'json';
  readonly url: string;
  readonly body: JsonValue;
  readonly outcome: Outcome;
}

export interface UnusableVisit {
  readonly kind: 'unusable';
  readonly url: string;
  readonly diagnosis: Diagnosis;
  readonly response: WireResponse | undefined;
}

/** Requests a URL once. */
export async function visitCalendar(options: PreflightOptions): Promise<CalendarVisit> {
  const { url } = options;
  const seen = await preflight(options);
  if (seen.kind === 'answered') return { kind: 'json', url, body: jsonOf(seen.outcome) ?? null, outcome: seen.outcome };
  const { diagnosis, outcome } = seen;
  return { kind: 'unusable', url, diagnosis, response: outcome?.kind === 'response' ? outcome.response : undefined };
}

/** Whether the service has nothing at this URL. */
export const isMissing = (visit: CalendarVisit): visit is UnusableVisit => hasStatus(visit, NO_ROUTE);

/** Whether the response is empty, as for some lists without records. */
export const isEmpty = (visit: CalendarVisit): visit is UnusableVisit => hasStatus(visit, [204]);

/** Whether the response denies access. */
export const isRefused = (visit: CalendarVisit): visit is UnusableVisit => hasStatus(visit, DENIALS);

const hasStatus = (visit: CalendarVisit, statuses: readonly number[]): boolean =>
  visit.kind === 'unusable' && statuses.includes(visit.response?.status ?? 0);

/** The code of a JSON error, as WordPress sends it. */
export function codeOf({ response }: UnusableVisit): string | undefined {
  const body = response && jsonOf({ kind: 'response', response });
  return isJsonObject(body) && typeof body['code'] === 'string' ? body['code'] : undefined;
}

/** A response in few words: its status, and the code of its error. */
export function toResponseWords(visit: UnusableVisit): string {
  const code = codeOf(visit);
  return `${visit.response?.status ?? 'nothing'}${code === undefined ? '' : ` (${code})`}`;
}
