import type { Level } from '../../requirement.js';
import { toCount } from '../layout.js';
import { type Html, html } from './html.js';
import { marks, type OutcomeId, outcomeIds } from './marks.js';

export interface FilterChoices {
  readonly outcomes: Readonly<Partial<Record<OutcomeId, number>>>;
  readonly suites: readonly string[];
}

const levels: readonly Level[] = ['MUST', 'SHOULD', 'MAY'];

/** What a reader can filter by; it shows where the page's script runs. */
export const toFilters = ({
  outcomes,
  suites,
}: FilterChoices): Html => html`<form id="filters" class="filters" role="search" hidden>
<label class="search"><span class="unseen">Text</span><input type="search" name="text" placeholder="Search ( / )" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"></label>
<fieldset><legend class="unseen">Outcome</legend>${outcomeIds.map((one) => toOutcome(one, outcomes[one] ?? 0))}</fieldset>
<fieldset><legend class="unseen">Level</legend>${levels.map((one) => html`<label class="pill"><input type="checkbox" name="level" value="${one}"><span>${one}</span></label>`)}</fieldset>
<label><span class="unseen">Suite</span><select name="suite"><option value="">all suites</option>${suites.map((one) => html`<option value="${one}">${one}</option>`)}</select></label>
<output name="shown" aria-live="polite"></output>
<button type="reset">Show all</button>
</form>
`;

const toOutcome = (outcome: OutcomeId, count: number): Html | undefined =>
  count === 0
    ? undefined
    : html`<label class="pill"><input type="checkbox" name="outcome" value="${outcome}"><span><span
class="mark ${outcome}" aria-hidden="true">${marks[outcome].sign}</span> ${marks[outcome].word} ${toCount(count)}</span></label>`;
