import type { ReportedRequirement } from './run-report-schema.js';
import type { Failed } from './standing.js';

/** What a failure costs those who use the target, the worst first. */
export const harms = ['data', 'disclosure', 'answers', 'protocol', 'advice'] as const;
export type Harm = (typeof harms)[number];

export const harmTitles: Readonly<Record<Harm, string>> = {
  data: 'Data is lost, changed or taken otherwise than sent',
  disclosure: 'What is protected is disclosed or open to others',
  answers: 'Reads return wrong answers',
  protocol: 'Status codes, headers and malformed input',
  advice: 'Recommendations',
};

const isAboutAccess = ({ id, clause }: Pick<ReportedRequirement, 'id' | 'clause'>): boolean =>
  id.startsWith('identities.') || /password|protected|denied/.test(`${id} ${clause}`);

/** Clauses by which what was written is kept, and nothing else is touched. */
const KEEPING = /\.(delete|create|update|other-records|kept-write|refused-write)$|\.field\./;

function isAboutData({ clause, effects, verdict }: Failed): boolean {
  const { kind, about } = verdict.counterexample.deviation;
  if (effects !== 'writes' || about?.wanted === 'refused') return false;
  if (kind === 'state') return true;
  if (kind === 'value') return about?.field !== undefined || !clause.startsWith('http.');
  return KEEPING.test(clause) && (kind === 'selection' || kind === 'status');
}

const ANSWERS: readonly string[] = ['selection', 'order', 'total', 'shape', 'value', 'state'];

/** The harm that a failure does. */
export function harmOf(failure: Failed): Harm {
  if (failure.level !== 'MUST') return 'advice';
  if (isAboutAccess(failure)) return 'disclosure';
  if (isAboutData(failure)) return 'data';
  return ANSWERS.includes(failure.verdict.counterexample.deviation.kind) ? 'answers' : 'protocol';
}
