import { suiteOf } from '../../kernel/requirement.js';
import { escapeHtml } from '../../reports/html/html-template.js';
import type { ConformingRow } from './matrix-row.js';
import { isCaught, type Proof } from './proof.js';

/** What the script of the page filters by: rows are good or bad as their requirements passed or failed. */
export const rowOf = (isGood: boolean, suite: string): string =>
  `<tr class="${isGood ? 'good' : 'bad'}" data-outcome="${isGood ? 'passed' : 'failed'}" data-level="" data-suite="${escapeHtml(suite)}" data-profile="" data-operations="">`;

/** Search and filters, visible where the script runs. */
export function toSearch({ faults, behind, conforming }: Proof): string {
  const good = [...faults, ...behind].filter(isCaught).length + conforming.filter(isUnblamed).length;
  const bad = faults.length + behind.length + conforming.length - good;
  const choices = [
    ['failed', `✗ missed or blamed ${bad}`],
    ['passed', `✓ caught or not blamed ${good}`],
  ].map(
    ([value, words]) =>
      `<label class="pill"><input type="checkbox" name="outcome" value="${value}"><span>${words}</span></label>`,
  );
  const suites = [...new Set([...faults, ...behind, ...conforming].map(({ id }) => suiteOf(id)))].toSorted();
  const options = suites.map((one) => `<option value="${escapeHtml(one)}">${escapeHtml(one)}</option>`);
  return `<form id="filters" class="filters" role="search" hidden><label class="search"><span class="unseen">Text</span><input type="search" name="text" placeholder="Search ( / )" autocomplete="off" aria-keyshortcuts="/"></label><fieldset><legend class="unseen">Result</legend>${choices.join('')}</fieldset><label><span class="unseen">Resource</span><select name="suite"><option value="">all resources</option>${options.join('')}</select></label><output name="shown" aria-live="polite"></output><button type="reset">Show all</button></form>`;
}

export const isUnblamed = ({ blamed }: ConformingRow): boolean => blamed.length === 0;
