import type { Exchange, HeaderPairs, WireResponse } from '../../wire/exchange.js';
import { bodyText } from '../../wire/message-body.js';
import { toPrintable, toPrintableLine } from '../../wire/printable.js';
import { isInformativeField } from '../exchange-json.js';

/** How many characters and lines of a body are shown; the JSON report has them all. */
const MOST = { characters: 800, lines: 16 } as const;

/** How much of an exchange is printed. */
interface ExchangeOptions {
  /** Whether header fields are shown that seldom matter. */
  readonly allHeaders: boolean;
}

/** An exchange as it went over the wire, requests after `>` and answers after `<`. */
export function toExchangeLines(exchange: Exchange, { allHeaders }: ExchangeOptions): readonly string[] {
  const { request, outcome } = exchange;
  const toHeaders = allHeaders
    ? toHeaderLines
    : (headers: HeaderPairs) => toHeaderLines(headers.filter(isInformativeField));
  const sent = [toRequestWords(exchange), ...toHeaders(request.headers)];
  const body = request.body ? ['', ...toBodyLines(request.body)] : [];
  return [...marked('>', [...sent, ...body]), ...marked('<', toOutcomeLines(outcome, toHeaders))];
}

type ToHeaderLines = (headers: HeaderPairs) => readonly string[];

/** An exchange in one line: `> POST /events -> 201`, or `> POST /events (as anonymous) -> 401`. */
export const toExchangeLine = (exchange: Exchange): string =>
  `> ${toRequestWords(exchange)} -> ${toOutcomeWord(exchange.outcome)}`;

function toRequestWords({ request, identity }: Exchange): string {
  const asked = `${request.method} ${toPrintableLine(request.target)}`;
  return identity === undefined ? asked : `${asked} (as ${toPrintableLine(identity)})`;
}

function toOutcomeWord(outcome: Exchange['outcome']): string {
  if (outcome.kind === 'response') return String(outcome.response.status);
  if (outcome.kind === 'truncated') return `${outcome.response.status}, cut off`;
  return outcome.kind;
}

const marked = (mark: string, lines: readonly string[]): readonly string[] =>
  lines.map((line) => `${mark} ${line}`.trimEnd());

const toHeaderLines: ToHeaderLines = (headers) => headers.map(([name, value]) => toPrintableLine(`${name}: ${value}`));

function toOutcomeLines(outcome: Exchange['outcome'], toHeaders: ToHeaderLines): readonly string[] {
  if (outcome.kind === 'response') return toResponseLines(outcome.response, toHeaders);
  if (outcome.kind === 'truncated')
    return [...toResponseLines(outcome.response, toHeaders), '(cut off before its end)'];
  return [toPrintableLine(`${outcome.kind}: ${outcome.message}`)];
}

function toResponseLines({ status, headers, body }: WireResponse, toHeaders: ToHeaderLines): readonly string[] {
  const head = [String(status), ...toHeaders(headers)];
  return body.length === 0 ? head : [...head, '', ...toBodyLines(body)];
}

function toBodyLines(body: Uint8Array): readonly string[] {
  const text = bodyText(body);
  if (text === undefined) return [`(${body.length} octets that are not text)`];
  const lines = text.split('\n');
  const shown = lines.slice(0, MOST.lines).join('\n').slice(0, MOST.characters);
  const rest = shown.length < text.length ? [`(... ${body.length} octets in all)`] : [];
  return [...toPrintable(shown).split('\n'), ...rest];
}
