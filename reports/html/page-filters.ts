import { type Level, suiteOf } from '../../kernel/requirement.js';
import { toCount } from '../../wire/wording.js';
import type { ReportedRequirement } from '../run-report-schema.js';
import { levels as allLevels } from '../standing.js';
import { type Html, html } from './html-template.js';
import { marks, type OutcomeId, outcomeIds } from './verdict-band.js';

interface FilterChoices {
  readonly outcomes: Readonly<Partial<Record<OutcomeId, number>>>;
  /** The words of outcomes, where items stand for more than requirements. */
  readonly words?: Readonly<Partial<Record<OutcomeId, string>>>;
  readonly levels?: readonly Level[];
  readonly suites?: readonly string[];
  /** The orders of the items besides that of the page, and their words. */
  readonly orders?: readonly (readonly [value: string, words: string])[];
}

/** What a reader can filter by; visible where the page's script runs. */
export const toFilters = ({
  outcomes,
  words = {},
  levels = allLevels,
  suites = [],
  orders = [],
}: FilterChoices): Html => html`<form id="filters" class="filters" role="search" hidden>
<label class="search"><span class="unseen">Text</span><input type="search" name="text" placeholder="Search ( / )" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"></label>
<fieldset><legend class="unseen">Outcome</legend>${outcomeIds.map((one) => toOutcome(one, outcomes[one] ?? 0, words[one] ?? marks[one].word))}</fieldset>
${levels.length === 0 ? undefined : html`<fieldset><legend class="unseen">Level</legend>${levels.map((one) => html`<label class="pill"><input type="checkbox" name="level" value="${one}"><span>${one}</span></label>`)}</fieldset>`}
${suites.length === 0 ? undefined : html`<label><span class="unseen">Suite</span><select name="suite"><option value="">all suites</option>${suites.map((one) => html`<option value="${one}">${one}</option>`)}</select></label>`}
${orders.length === 0 ? undefined : html`<label><span class="unseen">Order</span><select name="sort"><option value="">worst first</option>${orders.map(([value, words]) => html`<option value="${value}">${words}</option>`)}</select></label>`}
<output name="shown" aria-live="polite"></output>
<button type="reset">Show all</button>
</form>
`;

const toOutcome = (outcome: OutcomeId, count: number, word: string): Html | undefined =>
  count === 0
    ? undefined
    : html`<label class="pill"><input type="checkbox" name="outcome" value="${outcome}"><span><span
class="mark ${outcome}" aria-hidden="true">${marks[outcome].sign}</span> ${word} ${toCount(count)}</span></label>`;

type Filterable = Pick<ReportedRequirement, 'id' | 'level' | 'profile' | 'operations'>;

/** What the page's script filters by, as attributes of an element that stands for a requirement. */
export const toFilterable = ({ id, level, profile, operations }: Filterable, outcomes: readonly OutcomeId[]): Html =>
  html`data-outcome="${outcomes.join(' ')}" data-level="${level}" data-profile="${profile}" data-suite="${suiteOf(id)}" data-operations="${operations.join(' ')}"`;

const keys: readonly (readonly [key: string, does: string])[] = [
  ['/', 'search'],
  ['n', 'next failure'],
  ['p', 'previous failure'],
  ['o', 'open or close the evidence of a failure'],
  ['Esc', 'show all'],
  ['?', 'show or hide these keys'],
];

/** What the keyboard does; visible where the page's script runs. */
export const toKeys =
  (): Html => html`<footer class="keys" aria-label="Keys" tabindex="-1" hidden><p>${keys.map(([key, does]) => html`<span><kbd>${key}</kbd> ${does}</span> `)}</p></footer>
`;
