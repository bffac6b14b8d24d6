import { isSafe } from '../../method.js';
import { plural, toCount } from '../layout.js';
import type { ReportedCounterexample, ReportedExchange, RunReport } from '../model.js';
import { toPrintable } from '../printable.js';
import { toScript } from '../script.js';
import { toCopyable } from './copyable.js';
import type { Failed } from './groups.js';
import { type Html, html } from './html.js';
import { note } from './said.js';

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
