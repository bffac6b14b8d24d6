import { toPrintable } from '../../wire/printable.js';
import { plural, toCount } from '../../wire/wording.js';
import { USES_OWN_IDS, toRepeat } from '../counterexample.js';
import type { ReportedExchange } from '../exchange-schema.js';
import { toScript } from '../script/failure-script.js';
import type { ReportedCounterexample, RunReport } from '../run-report-schema.js';
import type { Failed } from '../standing.js';
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

/** The most characters of lines that a person reads. */
const LONGEST = 6_000;

/** The requests that show a failure, for a shell: what is needed before it, and the request itself. */
export function toCurlLines(
  counterexample: ReportedCounterexample,
  shown: ReportedExchange,
  { world }: Pick<RunReport, 'world'>,
): Html {
  const { steps, omitted, usesOwnIds } = toRepeat({ ...counterexample, world }, shown);
  const lines = steps.map(({ curl }) => curl).join('\n');
  const problem = problemOf(lines, LONGEST);
  const title = omitted === 0 ? 'By hand' : `By hand, after ${plural(omitted, 'earlier request')} (see the script)`;
  const remark = usesOwnIds ? html`<p>${note(USES_OWN_IDS)}</p>` : undefined;
  if (problem === undefined) return html`${toCopyable(title, lines)}${remark}`;
  return html`<p>${note(`No curl lines here: ${problem}. See the JSON report.`)}</p>`;
}

/** All requests of a failure as a folded script that uses the ids of the records it creates. */
export function toCurlScript(failed: Failed, report: RunReport, longest: number): Html | undefined {
  if (!URL.canParse(report.url)) return undefined;
  const script = toScript(failed, report);
  const problem = problemOf(script, longest);
  const count = plural(failed.verdict.counterexample.exchanges.length, 'request');
  if (problem === undefined) return toCopyable('As a script', script, `${count}, for any shell`);
  return html`<p>${note(`No script here: ${problem}. calproof replay --script writes it.`)}</p>`;
}

/** Hidden characters must not be copied into a shell, and as escapes they would make another request. */
function problemOf(script: string, longest: number): string | undefined {
  if (script.length > longest) return `${toCount(script.length)} characters are too many`;
  return toPrintable(script) === script ? undefined : 'it has hidden characters';
}
