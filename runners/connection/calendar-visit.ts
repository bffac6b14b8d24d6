import type { Outcome, WireResponse } from '../../wire/exchange.js';
import { isJsonObject, type JsonValue } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import type { Diagnosis } from '../../wire/preflight/diagnosis.js';
import { preflight, type PreflightOptions } from '../../wire/preflight/preflight.js';
import { DENIALS, NO_ROUTE } from '../../wire/status.js';

/** What is at a URL: JSON, or why there is none, with the answer where one came. */
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

/** Looks at a URL. */
export async function visitCalendar(options: PreflightOptions): Promise<CalendarVisit> {
  const { url } = options;
  const seen = await preflight(options);
  if (seen.kind === 'answered') return { kind: 'json', url, body: jsonOf(seen.outcome) ?? null, outcome: seen.outcome };
  const { diagnosis, outcome } = seen;
  return { kind: 'unusable', url, diagnosis, response: outcome?.kind === 'response' ? outcome.response : undefined };
}

/** Whether there is a service, and it has nothing here. */
export const isMissing = (sight: CalendarVisit): sight is UnusableVisit => hasStatus(sight, NO_ROUTE);

/** Whether there is something here that says it has nothing to show, as some lists without records do. */
export const isEmpty = (sight: CalendarVisit): sight is UnusableVisit => hasStatus(sight, [204]);

/** Whether there is something here, but not for us. */
export const isRefused = (sight: CalendarVisit): sight is UnusableVisit => hasStatus(sight, DENIALS);

const hasStatus = (sight: CalendarVisit, statuses: readonly number[]): boolean =>
  sight.kind === 'unusable' && statuses.includes(sight.response?.status ?? 0);

/** The code that an error in JSON carries, as those of WordPress do. */
export function codeOf({ response }: UnusableVisit): string | undefined {
  const body = response && jsonOf({ kind: 'response', response });
  return isJsonObject(body) && typeof body['code'] === 'string' ? body['code'] : undefined;
}

/** An answer in few words: its status, and the code of its error. */
export function toResponseWords(sight: UnusableVisit): string {
  const code = codeOf(sight);
  return `${sight.response?.status ?? 'nothing'}${code === undefined ? '' : ` (${code})`}`;
}
