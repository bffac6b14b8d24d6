import { toJsonText } from '../../harness/reports/json-text.js';
import type { Comparison } from '../../migration/comparison.js';
import { toComparisonJunit } from '../../migration/reports/junit.js';
import { toComparisonMarkdown } from '../../migration/reports/markdown.js';
import type { ComparisonFormat } from '../compare-flags.js';

/** Writes a comparison in a form; that of pages is loaded when it is asked for. */
export async function formatComparison(format: ComparisonFormat, comparison: Comparison): Promise<string> {
  if (format === 'json') return toJsonText(comparison);
  if (format === 'junit') return toComparisonJunit(comparison);
  if (format === 'markdown') return toComparisonMarkdown(comparison);
  const { toComparisonHtml } = await import('../../migration/reports/html.js');
  return toComparisonHtml(comparison);
}
