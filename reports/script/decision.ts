import { type Exchange, headerValue } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../wire/json.js';
import { bodyText, jsonOf } from '../../wire/message-body.js';
import { toPrintable } from '../../wire/printable.js';
import { INCONCLUSIVE, NO_VISIBLE_RECORD, REFUSALS, statusOf } from '../../wire/status.js';
import type { ReportedCounterexample } from '../run-report-schema.js';

/** How a shell decides whether a deviation is there; texts are patterns of `case`, else extended regular expressions. */
export type Decision =
  | { readonly kind: 'status'; readonly fitting: string; readonly undecided: string }
  /** What the body holds where the deviation is gone, and where it is there. */
  | { readonly kind: 'member'; readonly fitting: string; readonly deviating: string }
  /** Whether the list holds any of the records, where the deviation is there, or lacks any. */
  | { readonly kind: 'list'; readonly records: readonly string[]; readonly listed: boolean }
  /** How many ids the body holds where the deviation is gone, and where it is there. */
  | { readonly kind: 'count'; readonly fitting: number; readonly deviating: number }
  /** Two records, the first of which stands before the second where the deviation is there. */
  | { readonly kind: 'order'; readonly records: readonly [string, string] }
  /** A text in the body where the deviation is there; whether a response without it shows that it is gone. */
  | { readonly kind: 'text'; readonly deviating: string; readonly decidesAlone: boolean };

type Deviation = ReportedCounterexample['deviation'];

/**
 * How to decide by the response that shows a deviation; undefined where a shell cannot see it there, as where the request
 * names the state of a record in the run. It is true of the response in the report.
 */
export function toDecision(deviation: Deviation, shown: Exchange): Decision | undefined {
  const { kind, sign } = deviation;
  if (headerValue(shown.request.headers, 'if-none-match') !== undefined) return undefined;
  if (kind === 'status' || (sign && 'status' in sign)) return toStatusDecision(deviation, shown);
  if (!sign) return undefined;
  const body = 'response' in shown.outcome ? (bodyText(shown.outcome.response.body) ?? '') : '';
  const holds = (pattern: string): boolean => new RegExp(pattern).test(body);
  if ('records' in sign) {
    const isAsSeen = sign.records.every((id) => holds(toIdPattern(id)) === sign.listed);
    const isPart = !sign.listed && !hasRoomFor(sign.records.length, shown);
    return isAsSeen && !isPart ? { kind: 'list', ...sign } : undefined;
  }
  if ('count' in sign) {
    const { expected: fitting, observed: deviating } = sign.count;
    return timesIn(body, ANY_ID) === deviating ? { kind: 'count', fitting, deviating } : undefined;
  }
  if ('order' in sign) {
    const [first = '', second = ''] = sign.order;
    const isPlain = [first, second].every((id) => timesIn(body, toIdPattern(id)) === 1);
    const stands = new RegExp(`${toIdPattern(first)}.*${toIdPattern(second)}`, 's').test(body);
    return isPlain && stands ? { kind: 'order', records: [first, second] } : undefined;
  }
  if ('text' in sign) {
    const deviating = toLiteral(sign.text);
    return toPrintable(deviating) === deviating && holds(deviating)
      ? { kind: 'text', deviating, decidesAlone: true }
      : undefined;
  }
  const fitting = toMemberPattern(sign.member, sign.expected);
  const deviating = toMemberPattern(sign.member, sign.observed);
  const isLegible = toPrintable(`${fitting}${deviating}`) === `${fitting}${deviating}`;
  return isLegible && holds(deviating) && !holds(fitting) ? { kind: 'member', fitting, deviating } : undefined;
}

/**
 * Whether the only page of a list has room for so many records more: what it lacks may else be on another page. No list is
 * asked for in larger pages than the target was seen to give.
 */
function hasRoomFor(more: number, { request, outcome }: Exchange): boolean {
  const query = new URLSearchParams(request.target.split('?', 2)[1]);
  const size = Number(query.get('per_page') ?? DEFAULT_SIZE);
  return (query.get('page') ?? '1') === '1' && longestList(jsonOf(outcome)) + more <= size;
}

/** Records on a page where `per_page` is left out. */
const DEFAULT_SIZE = 10;

/** The length of the list in a body, bare or wrapped. */
function longestList(body: JsonValue | undefined): number {
  if (isJsonArray(body)) return body.length;
  return isJsonObject(body) ? Math.max(0, ...Object.values(body).map(longestList)) : 0;
}

type Wanted = NonNullable<NonNullable<Deviation['about']>['wanted']>;

const fittingStatuses: Readonly<Record<Wanted, string>> = {
  accepted: '2??',
  refused: [...REFUSALS, 412].join('|'),
  absent: NO_VISIBLE_RECORD.join('|'),
};

/** Whatever else may be answered, an error of the server may not. To refuse another identity is to know it, or not. */
function toStatusDecision({ about, sign }: Deviation, { identity, outcome }: Exchange): Decision | undefined {
  const wanted = sign && 'status' in sign ? sign.status : about?.wanted;
  if (wanted === undefined && statusOf(outcome) < 500) return undefined;
  const refusing = wanted === 'refused' && identity !== undefined ? [401] : [];
  const fitting = wanted ? [fittingStatuses[wanted], ...refusing].join('|') : '[234]??';
  const undecided = INCONCLUSIVE.filter((status) => !refusing.includes(status)).join('|');
  return { kind: 'status', fitting, undecided };
}

/** What follows a number or a name that has ended. */
const END = '([^0-9A-Za-z_.+-]|$)';

/** A member with a value, in JSON. */
const toMemberPattern = (member: string, value: JsonValue): string =>
  `"${toLiteral(member)}" *: *${toLiteral(JSON.stringify(value))}${END}`;

/** A member `id` with a value, which may be a variable of the shell. */
export const toIdPattern = (id: string): string => `"id" *: *"?${id}"?${END}`;

/** A member `id`, whatever its value. */
export const ANY_ID = '"id" *:';

const timesIn = (body: string, pattern: string): number => body.match(new RegExp(pattern, 'g'))?.length ?? 0;

/** A text as an extended regular expression of itself. */
export const toLiteral = (text: string): string => text.replaceAll(/[\\^$.*+?()[{|]/g, String.raw`\$&`);
