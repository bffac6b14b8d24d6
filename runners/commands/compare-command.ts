import { compareReports } from '../../migration/compare/report-changes.js';
import { type Comparison, COMPARISON, failingOf } from '../../migration/findings/comparison-result.js';
import { toComparisonJunit } from '../../migration/reports/comparison-junit.js';
import { toComparisonMarkdown } from '../../migration/reports/comparison-markdown.js';
import { toComparisonLines } from '../../migration/reports/comparison-text.js';
import type { ExitCode } from '../../reports/conclusion.js';
import { version } from '../../wire/package.js';
import { toJsonText, toPrintableLine } from '../../wire/printable.js';
import { cannotJudge, interrupted, wrongUse } from '../input/command-error.js';
import { type Environment, textOutputOf, toTextStyle, writeLines } from '../input/environment.js';
import { compareSnapshots } from '../migration/compare/compare-snapshots.js';
import { type OpenedSide, openSide } from '../migration/compare/comparison-side.js';
import { type FileSorting, openFileSorting } from '../migration/file-sorting.js';
import type { CompareFlags, ComparisonFormat } from '../options/command-flags.js';
import { refuseUnwritable, writeReport } from '../output/report-output.js';
import { isTargetError } from '../run/target-error.js';
import { compareServices, type Comparing, type Names, refuseUnfit } from '../migration/compare/compare-services.js';

/** Renders a comparison; the HTML renderer is loaded on demand. */
export async function formatComparison(format: ComparisonFormat, comparison: Comparison): Promise<string> {
  if (format === 'json') return toJsonText(comparison);
  if (format === 'junit') return toComparisonJunit(comparison);
  if (format === 'markdown') return toComparisonMarkdown(comparison);
  const { toComparisonHtml } = await import('../../migration/reports/comparison-html.js');
  return toComparisonHtml(comparison);
}

/** Prints the differences between two states of a calendar, or between two reports on it. */
export async function compare(
  before: string,
  after: string,
  flags: CompareFlags,
  environment: Environment,
): Promise<ExitCode> {
  const reports = flags.report ?? [];
  refuseUnfit([before, after], flags);
  await refuseUnwritable(reports, environment);
  const comparison = await compareStates(before, after, flags, environment);
  const output = textOutputOf(reports, environment);
  writeLines(output, toComparisonLines(comparison, toTextStyle(output, environment)));
  for (const report of reports) writeReport(report, await formatComparison(report.format, comparison), environment);
  return failingOf(comparison).length > 0 ? 1 : 0;
}

/** Compares two snapshots or URLs, or two reports. Throws a wrong use for one of each, and where a service cannot be read. */
export async function compareStates(
  before: string,
  after: string,
  flags: CompareFlags,
  environment: Environment,
): Promise<Comparison> {
  const sorting = await openFileSorting(environment);
  try {
    const [names, comparing] = [[before, after] as const, { flags, environment, sorting }];
    return await (flags.bisect ? compareServices(names, comparing) : compareOpened(names, comparing));
  } catch (error) {
    throw explain(error, environment);
  } finally {
    await sorting.close();
  }
}

/** Opens both sides whole. */
async function compareOpened(names: Names, { flags, environment, sorting }: Comparing): Promise<Comparison> {
  const sides: OpenedSide[] = [];
  try {
    const options = { flags, environment, folder: sorting.folder };
    for (const name of names) sides.push(await openSide(name, options));
    return await compareSides(sides, flags, sorting);
  } finally {
    for (const side of sides) if (side.kind === 'live') await side.source.close();
  }
}

async function compareSides(
  [a, b]: readonly OpenedSide[],
  { failOn, map = [] }: CompareFlags,
  sorting: FileSorting,
): Promise<Comparison> {
  const common = { format: COMPARISON, version, failOn } as const;
  if (!a || !b) throw new Error('there are two sides');
  if (a.kind === 'report' && b.kind === 'report') {
    const findings = compareReports(a.report, b.report);
    return { ...common, a: toReportState(a), b: toReportState(b), findings, matched: {}, notes: [] };
  }
  if (a.kind === 'report' || b.kind === 'report') {
    throw wrongUse(
      `A report of check can only be compared with another report, but only one of ${a.name} and ${b.name} is a report.`,
    );
  }
  return { ...common, ...(await compareSnapshots({ a, b, map, sorting })) };
}

const toReportState = ({ name, report: { url, started, now } }: Extract<OpenedSide, { kind: 'report' }>) => ({
  name,
  url,
  taken: started ?? now,
});

function explain(error: unknown, { signal }: Environment): unknown {
  if (signal.aborted) return interrupted('Interrupted.');
  if (!isTargetError(error)) return error;
  return cannotJudge(`The service could not be read: ${toPrintableLine(error.message)}.`);
}
