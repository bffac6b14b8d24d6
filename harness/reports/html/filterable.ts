import type { ReportedRequirement } from '../model.js';
import { suiteOf } from '../suite-of.js';
import { type Html, html } from './html.js';
import type { OutcomeId } from './marks.js';

type Filterable = Pick<ReportedRequirement, 'id' | 'level' | 'profile' | 'operations'>;

/** What the page's script filters by, as attributes of an element that stands for a requirement. */
export const toFilterable = ({ id, level, profile, operations }: Filterable, outcomes: readonly OutcomeId[]): Html =>
  html`data-outcome="${outcomes.join(' ')}" data-level="${level}" data-profile="${profile}" data-suite="${suiteOf(id)}" data-operations="${operations.join(' ')}"`;
