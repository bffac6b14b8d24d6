import type { ReportedVerdict } from '../model.js';
import { type Html, html } from './html.js';

/** What a requirement came to, as reports tell it. */
export type OutcomeId = ReportedVerdict['outcome'];

/** A sign and a word for each outcome, so that none is told by its colour alone; what asks for attention first. */
export const marks: Readonly<Record<OutcomeId, { readonly sign: string; readonly word: string }>> = {
  failed: { sign: '✗', word: 'failed' },
  known: { sign: '≈', word: 'known deviation' },
  cantTell: { sign: '?', word: 'could not be told' },
  untested: { sign: '○', word: 'not judged' },
  passed: { sign: '✓', word: 'passed' },
  inapplicable: { sign: '–', word: 'not applicable' },
};

/** The outcomes, what asks for attention first. */
export const outcomeIds: readonly OutcomeId[] = ['failed', 'known', 'cantTell', 'untested', 'passed', 'inapplicable'];

/** The sign of an outcome, which is read aloud as its word. */
export const toMark = (outcome: OutcomeId): Html =>
  html`<span class="mark ${outcome}" role="img" aria-label="${marks[outcome].word}">${marks[outcome].sign}</span>`;
