import type { HeaderPairs } from '../../wire/exchange.js';
import { bodyText } from '../../wire/message-body.js';
import { toPrintable, toPrintableLine } from '../../wire/printable.js';
import { isInformativeField, toOctets } from '../exchange-json.js';
import type { ReportedExchange, ReportedMessage, ReportedOutcome } from '../exchange-schema.js';

/** How many characters and lines of a body are shown; the JSON report has them all. */
const MOST = { characters: 800, lines: 16 } as const;

/** How much of an exchange is printed. */
interface ExchangeOptions {
  /** Whether header fields that seldom matter are shown too. */
  readonly allHeaders: boolean;
  /** The member of the response that matters: of a long body, what is around it. */
  readonly member?: string | undefined;
}

/** An exchange as sent and received, the request after `>` and the answer after `<`. */
export function toExchangeLines(
  exchange: ReportedExchange,
  { allHeaders, member }: ExchangeOptions,
): readonly string[] {
  const { request, outcome } = exchange;
  const toHeaders = allHeaders
    ? toHeaderLines
    : (headers: HeaderPairs) => toHeaderLines(headers.filter(isInformativeField));
  const sent = [toRequestWords(exchange), ...toMessageLines(request, toHeaders)];
  return [...marked('>', sent), ...marked('<', toOutcomeLines(outcome, toHeaders, member))];
}

type ToHeaderLines = (headers: HeaderPairs) => readonly string[];

/** An exchange in one line: `> POST /events -> 201`, or `> POST /events (as anonymous) -> 401`. */
export const toExchangeLine = (exchange: ReportedExchange): string =>
  `> ${toRequestWords(exchange)} -> ${toOutcomeWord(exchange.outcome)}`;

function toRequestWords({ request, identity }: ReportedExchange): string {
  const asked = `${request.method} ${toPrintableLine(request.target)}`;
  return identity === undefined ? asked : `${asked} (as ${toPrintableLine(identity)})`;
}

function toOutcomeWord(outcome: ReportedOutcome): string {
  if (!('response' in outcome)) return outcome.kind;
  return `${outcome.response.status}${outcome.kind === 'truncated' ? ', cut off' : ''}`;
}

const marked = (mark: string, lines: readonly string[]): readonly string[] =>
  lines.map((line) => `${mark} ${line}`.trimEnd());

const toHeaderLines: ToHeaderLines = (headers) => headers.map(([name, value]) => toPrintableLine(`${name}: ${value}`));

function toOutcomeLines(outcome: ReportedOutcome, toHeaders: ToHeaderLines, member?: string): readonly string[] {
  if (!('response' in outcome)) return [toPrintableLine(`${outcome.kind}: ${outcome.message}`)];
  const { kind, response } = outcome;
  const lines = [String(response.status), ...toMessageLines(response, toHeaders, member)];
  return kind === 'truncated' ? [...lines, '(cut off before its end)'] : lines;
}

function toMessageLines(message: ReportedMessage, toHeaders: ToHeaderLines, member?: string): readonly string[] {
  const octets = toOctets(message);
  return [...toHeaders(message.headers), ...(octets.length === 0 ? [] : ['', ...toBodyLines(octets, member)])];
}

/** How much is shown before a member. */
const BEFORE = 200;

function toBodyLines(body: Uint8Array, member?: string): readonly string[] {
  const text = bodyText(body);
  if (text === undefined) return [`(${body.length} octets, not text)`];
  const at = member === undefined ? -1 : text.indexOf(`"${member}"`);
  const start = at + BEFORE > MOST.characters ? at - BEFORE : 0;
  const lines = text.slice(start).split('\n');
  const shown = lines.slice(0, MOST.lines).join('\n').slice(0, MOST.characters);
  const rest = shown.length < text.length ? [`(... ${body.length} octets in all)`] : [];
  return [...(start > 0 ? ['(...)'] : []), ...toPrintable(shown).split('\n'), ...rest];
}
