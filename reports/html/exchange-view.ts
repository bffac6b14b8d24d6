import { cut } from '../../wire/printable.js';
import { plural, toCount } from '../../wire/wording.js';
import { isInformativeField } from '../exchange-json.js';
import type { ReportedExchange, ReportedMessage, ReportedOutcome } from '../exchange-schema.js';
import { type Content, type Html, html, note, said, toPieces } from './html-template.js';
import { layOutJson } from './json/json-layout.js';

export type Body = NonNullable<ReportedMessage['body']>;

/** Beyond this a text within JSON is cut, so that what stands after it can be seen. */
const LONGEST_TEXT = 400;

/** A body as text: JSON set in lines, every sign of it kept; cut after `most` characters, with a note. */
export function toBody(body: Body, most: number): Html {
  if ('base64' in body) return note(`${toCount(toOctets(body.base64))} octets, not text`);
  const { text } = body;
  if (text === '') return note('no octets');
  return html`<pre class="said">${toShown(text, most)}</pre>`;
}

function toShown(text: string, most: number): readonly Html[] {
  const parts = layOutJson(text, { longest: LONGEST_TEXT, most });
  const shown = parts ? parts.text : [cut(text, most)];
  const left = text.length - (parts ? parts.read : Math.min(most, text.length));
  const rest = left > 0 ? [note(`\n… ${toCount(left)} more characters in the JSON report`)] : [];
  return [...shown.flatMap((part) => (typeof part === 'string' ? toPieces(part) : [toLeftOut(part.leftOut)])), ...rest];
}

const toLeftOut = (count: number): Html => note(` … ${toCount(count)} more characters … `);

const toOctets = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4);

interface ExchangeView {
  /** How many characters of each body are shown. */
  readonly most: number;
  readonly open: boolean;
}

/** One exchange as it went over the wire, under a line that can be opened; the line alone where nothing else is shown. */
export function toExchange(exchange: ReportedExchange, { most, open }: ExchangeView): Html {
  const { request, outcome } = exchange;
  if (most === 0) return html`<p class="exchange">${toLine(exchange)}</p>\n`;
  return html`<details class="exchange"${open ? html` open` : undefined}>
<summary>${toLine(exchange)}</summary>
${toTrace(exchange)}
<div class="wire">
<div><h4>Request</h4>${toMessage(request, most)}</div>
<div><h4>Response</h4>${toResponse(outcome, most)}</div>
</div></details>
`;
}

const toTrace = ({ traceparent }: ReportedExchange): Content =>
  traceparent === undefined ? undefined : html`<p class="quiet">traceparent: <code>${said(traceparent, 80)}</code></p>`;

const toLine = ({ number, phase, identity, ms, request, outcome }: ReportedExchange): Html =>
  html`<span class="number">#${number}</span> <code><b>${said(request.method, 20)}</b> ${said(request.target, 300)}</code>
<span class="status ${toClass(outcome)}">${toWord(outcome)}</span> <span class="quiet">${phase}${identity === undefined ? '' : said(` as ${identity}`, 80)}, ${ms} ms</span>`;

const toWord = (outcome: ReportedOutcome): string => {
  if (!('response' in outcome)) return outcome.kind;
  return `${outcome.response.status}${outcome.kind === 'truncated' ? ', cut off' : ''}`;
};

/** Success, refusal and breakdown have a style each; none of them is right or wrong by itself. */
const toClass = (outcome: ReportedOutcome): string => {
  if (!('response' in outcome) || outcome.kind === 'truncated') return 'broken';
  return outcome.response.status >= 500 ? 'broken' : outcome.response.status >= 400 ? 'refused' : 'done';
};

function toResponse(outcome: ReportedOutcome, most: number): Html {
  if (!('response' in outcome)) return html`<p>${said(outcome.message)}</p>`;
  const cutOff = outcome.kind === 'truncated' ? note('The response was cut off before its end.') : undefined;
  return html`${toMessage(outcome.response, most)}${cutOff}`;
}

function toMessage({ headers, body }: ReportedMessage, most: number): Content {
  const informative = headers.filter(([name]) => isInformativeField([name, '']));
  const omitted = headers.length - informative.length;
  const lines = informative.map(([name, value]) => html`<dt>${said(name, 80)}</dt><dd>${said(value, 400)}</dd>`);
  return [
    lines.length > 0 ? html`<dl class="headers">${lines}</dl>` : undefined,
    omitted > 0
      ? html`<p class="quiet">${plural(omitted, 'header field')} about connection, sender and time omitted</p>`
      : undefined,
    body ? toBody(body, most) : undefined,
  ];
}
