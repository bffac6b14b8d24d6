import { isSafe } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { toCount } from '../../wire/wording.js';
import type { ReportedExchange } from '../exchange-schema.js';
import type { ReportedCounterexample } from '../run-report-schema.js';
import type { Body } from './exchange-view.js';
import { type Html, html, note, toPieces } from './html-template.js';
import { differs, diffJson, type DiffLine } from './json/json-diff.js';
import { readJson } from './json/json-layout.js';

/** Two JSON bodies of one counterexample that should agree, and how they do not. */
interface Comparison {
  readonly before: string;
  readonly after: string;
  readonly lines: readonly DiffLine[];
}

/** Bodies that are longer, and exchanges that lie further back, are not compared. */
const LONGEST = 100_000;
const NEAR = 12;

/** How many bodies that differ are tried before the first of them is taken. */
const TRIES = 4;

/**
 * How the answer that shows a failure differs from an earlier one: to the same request, what was sent with it or in a
 * write before it, or the last answer of the same form. One that differs in what was expected comes first; undefined when
 * none differs.
 */
export function compare(
  { deviation, exchanges }: ReportedCounterexample,
  shown: ReportedExchange,
): Comparison | undefined {
  const answer = answerOf(shown);
  if (answer === undefined) return undefined;
  const earlier = exchanges
    .filter(({ number }) => number < shown.number)
    .slice(-NEAR)
    .reverse();
  const after = `the answer to #${shown.number}`;
  let first: Comparison | undefined;
  let tries = 0;
  for (const { before, value, against } of candidatesOf(earlier, shown, answer)) {
    const lines = diffJson(value, against);
    if (!differs(lines)) continue;
    if (tries++ === TRIES) break;
    first ??= { before, after, lines };
    if (isAbout(lines, deviation.expected)) return { before, after, lines };
  }
  return first;
}

/** Whether a member that differs is named in a text. */
const isAbout = (lines: readonly DiffLine[], text: string): boolean =>
  lines.some(({ side, text: line }) => {
    const name = /^"([^"]+)":/.exec(line)?.[1];
    return side !== 'both' && name !== undefined && text.split(/\W+/).includes(name);
  });

interface Candidate {
  readonly before: string;
  readonly value: JsonValue;
  readonly against: JsonValue;
}

function* candidatesOf(
  earlier: readonly ReportedExchange[],
  shown: ReportedExchange,
  answer: JsonValue,
): Generator<Candidate, void> {
  const toAnswer = ({ number }: ReportedExchange): string => `the answer to #${number}`;
  for (const one of earlier.filter((other) => isRepeated(other, shown))) {
    const value = answerOf(one);
    if (value !== undefined) yield { before: `${toAnswer(one)}, the same request`, value, against: answer };
  }
  for (const one of [shown, ...earlier].filter(isAcceptedWrite)) {
    const sent = valueOf(one.request.body);
    const record = isJsonObject(sent) ? findRecord(answer, sent) : undefined;
    if (isJsonObject(sent) && record) yield { before: `what was sent in #${one.number}`, ...narrow(sent, record) };
  }
  for (const one of earlier) {
    const value = answerOf(one);
    if (value !== undefined && isAlike(value, answer)) yield { before: toAnswer(one), value, against: answer };
  }
}

const isAcceptedWrite = ({ request, outcome }: ReportedExchange): boolean =>
  !isSafe(request.method) && 'response' in outcome && outcome.response.status < 400;

const isRepeated = (one: ReportedExchange, other: ReportedExchange): boolean =>
  isSafe(one.request.method) &&
  one.identity === other.identity &&
  one.request.method === other.request.method &&
  one.request.target === other.request.target;

/** Only the members that were sent: what a target adds is not a difference. */
const narrow = (sent: JsonObject, record: JsonObject): Pick<Candidate, 'value' | 'against'> => ({
  value: sent,
  against: Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(sent, name))),
});

function answerOf({ outcome }: ReportedExchange): JsonValue | undefined {
  return 'response' in outcome ? valueOf(outcome.response.body) : undefined;
}

const valueOf = (body: Body | undefined): JsonValue | undefined =>
  body && 'text' in body && body.text.length <= LONGEST ? readJson(body.text) : undefined;

/** The object inside an answer with the most members in common with what was sent, and at least half of them. */
function findRecord(answer: JsonValue, sent: JsonObject): JsonObject | undefined {
  const names = Object.keys(sent);
  const common = (one: JsonObject): number => names.filter((name) => Object.hasOwn(one, name)).length;
  const [best] = objectsIn(answer, 3).toSorted((one, other) => common(other) - common(one));
  return best && names.length > 0 && common(best) * 2 >= names.length ? best : undefined;
}

function objectsIn(value: JsonValue, depth: number): readonly JsonObject[] {
  if (depth < 0 || typeof value !== 'object' || value === null) return [];
  const inner = isJsonArray(value) ? value : Object.values(value);
  return [...(isJsonObject(value) ? [value] : []), ...inner.flatMap((one) => objectsIn(one, depth - 1))];
}

/** Whether two answers have at least half of their members in common. */
function isAlike(one: JsonValue, other: JsonValue): boolean {
  if (!isJsonObject(one) || !isJsonObject(other)) return isJsonArray(one) && isJsonArray(other);
  const [names, others] = [Object.keys(one), new Set(Object.keys(other))];
  const common = names.filter((name) => others.has(name)).length;
  return common > 0 && common * 2 >= Math.max(names.length, others.size);
}

const signs: Readonly<Record<DiffLine['side'], string>> = { both: ' ', before: '-', after: '+' };

/** How many lines of a difference are shown. */
const MOST = 40;

/** Two JSON values as one text, with differences below each other, marked by sign and colour. */
export const toDiffView = ({ before, after, lines }: Comparison): Html => html`<figure class="diff">
<figcaption><b class="before">- ${before}</b> <b class="after">+ ${after}</b></figcaption>
<pre>${lines.slice(0, MOST).map(toLine)}${lines.length > MOST ? note(`… ${toCount(lines.length - MOST)} more lines`) : undefined}</pre>
<p class="quiet">A difference need not be wrong; see “Observed” for what is.</p>
</figure>
`;

const toLine = ({ side, depth, text }: DiffLine): Html => {
  const line = html`${signs[side]} ${'  '.repeat(depth)}${toPieces(text)}`;
  if (side === 'both') return html`${line}\n`;
  return side === 'before' ? html`<del>${line}</del>\n` : html`<ins>${line}</ins>\n`;
};
