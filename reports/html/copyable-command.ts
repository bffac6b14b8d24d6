import { isSafe } from '../../wire/exchange.js';
import { toPrintable } from '../../wire/printable.js';
import { plural, toCount } from '../../wire/wording.js';
import { toScript } from '../failure-script.js';
import type { ReportedCounterexample, ReportedExchange, RunReport } from '../run-report-model.js';
import type { Failed } from './failure-groups.js';
import { type Html, html, note, toPieces } from './html-template.js';

/**
 * A command to be run by the reader, with a button that copies it where the page's script runs. A long one is folded
 * under a summary, and copied all the same.
 */
export const toCopyable = (title: string, command: string, summary?: string): Html => html`<div class="copyable">
<div class="copy-head"><span>${title}</span><button type="button" class="copy" hidden>Copy</button></div>
${summary === undefined ? toText(command) : html`<details><summary>${summary}</summary>${toText(command)}</details>`}
</div>
`;

const toText = (command: string): Html => html`<pre class="said" tabindex="0">${toPieces(command)}</pre>`;

/** Writes before the request that shows a failure are repeated too, at most this many. */
const WRITES = 3;

/** Longer lines are no longer read by a person. */
const LONGEST = 6_000;

/** The requests that show a failure, for a shell: the writes that led there, and the request itself. */
export function toCurlLines({ exchanges }: ReportedCounterexample, shown: ReportedExchange): Html {
  const writes = exchanges.filter(({ number, request }) => number < shown.number && !isSafe(request.method));
  const lines = [...writes.slice(-WRITES), shown].map(({ curl }) => curl).join('\n');
  const problem = problemOf(lines, LONGEST);
  if (problem === undefined) return toCopyable('By hand', lines);
  return html`<p>${note(`The curl lines ${problem}; they are in the JSON report.`)}</p>`;
}

/** All requests of a failure as a script that carries the ids of new records along, folded. */
export function toCurlScript(failed: Failed, report: RunReport, longest: number): Html | undefined {
  if (!URL.canParse(report.url)) return undefined;
  const script = toScript(failed, report);
  const problem = problemOf(script, longest);
  const count = plural(failed.verdict.counterexample.exchanges.length, 'request');
  if (problem === undefined) return toCopyable('As a script', script, `${count}, for any shell`);
  return html`<p>${note(`The lines of a script ${problem}; calproof replay --script writes one.`)}</p>`;
}

/** What a person cannot see must not be copied into a shell, and shown as an escape it would be another request. */
function problemOf(script: string, longest: number): string | undefined {
  if (script.length > longest) return `have ${toCount(script.length)} characters`;
  return toPrintable(script) === script ? undefined : 'hold hidden characters';
}
