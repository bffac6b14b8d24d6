import { isSafe } from '../../method.js';
import { toCount } from '../layout.js';
import { toPrintable } from '../printable.js';
import type { ReportedCounterexample, ReportedExchange } from '../model.js';
import { toCopyable } from './copyable.js';
import { type Html, html } from './html.js';
import { note } from './said.js';

/** Writes before the request that shows a failure are repeated too, at most this many. */
const WRITES = 3;

/** A longer script is no longer read by a person; half of one would be wrong. */
const LONGEST = 6_000;

/** The requests that show a failure, for a shell: the writes that led there, and the request itself. */
export function toCurlScript({ exchanges }: ReportedCounterexample, shown: ReportedExchange): Html {
  const writes = exchanges.filter(({ number, request }) => number < shown.number && !isSafe(request.method));
  const script = [...writes.slice(-WRITES), shown].map(({ curl }) => curl).join('\n');
  const problem = problemOf(script);
  if (problem === undefined) return toCopyable('By hand', script);
  return html`<p>${note(`The curl lines ${problem}; they are in the JSON report.`)}</p>`;
}

/** What a person cannot see must not be copied into a shell, and shown as an escape it would be another request. */
function problemOf(script: string): string | undefined {
  if (script.length > LONGEST) return `have ${toCount(script.length)} characters`;
  return toPrintable(script) === script ? undefined : 'hold hidden characters';
}
