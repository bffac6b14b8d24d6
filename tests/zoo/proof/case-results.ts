import type { RequirementInfo } from '../../../kernel/requirement.js';
import { bareCase, type Case, type CaseResult, type Cell } from '../../../zoo/proof/case-result.js';

/** Cells of a few outcomes, for tests. */
export const cells = {
  passed: { outcome: 'passed', requests: 2 },
  failed: { outcome: 'failed', requests: 7, expected: 'one', observed: 'two', intermittent: false, shown: 2 },
  echo: {
    outcome: 'failed',
    requests: 3,
    expected: 'one',
    observed: 'two',
    intermittent: false,
    shown: 2,
    cause: 'tags.list.search',
  },
  cantTell: { outcome: 'cantTell', requests: 1, reason: 'nothing to see' },
  defect: { outcome: 'untested', requests: 0, reason: 'a bug of ours', defect: true },
} as const satisfies Record<string, Cell>;

/** The result of a case with these outcomes. */
export const resultOf = (
  outcomes: Readonly<Record<string, keyof typeof cells>>,
  about: Case = bareCase,
): CaseResult => ({
  case: about,
  cells: Object.fromEntries(Object.entries(outcomes).map(([id, outcome]) => [id, cells[outcome]])),
  requests: 100,
  shapes: { namespace: 'vendor/events/v1', languageParameter: 'ml_language', shapes: {} },
});

/** A requirement of which only id and clause matter. */
export const about = (id: string, clause: string): RequirementInfo => ({
  id,
  clause,
  level: 'MUST',
  operations: [],
  profile: 'core',
  needs: [],
  effects: 'reads',
  statement: `${id} holds.`,
  cost: 1,
});
