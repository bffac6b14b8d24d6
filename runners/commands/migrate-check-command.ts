import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Effort } from '../../kernel/run/plan.js';
import { type Comparison, failingOf } from '../../migration/findings/comparison-result.js';
import { byGravity } from '../../migration/findings/finding.js';
import { toComparisonLines } from '../../migration/reports/comparison-text.js';
import { concludeReport, type ExitCode } from '../../reports/conclusion.js';
import type { RunReport } from '../../reports/run-report-schema.js';
import type { Mode } from '../../wire/client/client.js';
import { version } from '../../wire/package.js';
import { interrupted, wrongUse } from '../input/command-error.js';
import { type Environment, toTextStyle, writeLines } from '../input/environment.js';
import { exists } from '../input/json-file.js';
import { toAddress } from '../input/service-address.js';
import { openSnapshot } from '../migration/snapshot-file.js';
import { toPaths } from '../migration/take-snapshot.js';
import type { QuestionAmount } from '../../migration/questions/question-amounts.js';
import type { CompareFlags } from '../options/command-flags.js';
import { readReportFile } from '../output/report-file.js';
import { writeReport } from '../output/report-output.js';
import { check } from './check-command.js';
import { compareStates, formatComparison } from './compare-command.js';
import { snapshot } from './snapshot-command.js';

/** The options of `migrate-check` as commander parses them. */
export interface MigrateCheckFlags extends CompareFlags {
  /** The folder of everything that is written. */
  readonly output: string;
  readonly questions?: QuestionAmount;
  readonly mode: Mode;
  readonly effort: Effort;
  readonly seed: number;
}

/** One of the two services. */
interface Side {
  readonly when: 'before' | 'after';
  readonly url: string;
}

/** A side, how it is read and judged, and where its files go. */
interface Step {
  readonly side: Side;
  readonly flags: MigrateCheckFlags;
  readonly environment: Environment;
}

/**
 * Takes a snapshot of each of two services, judges both, and writes what differs as one page. Both snapshots come first,
 * as a check may write. What an earlier call with the same folder has finished is not done again.
 */
export async function migrateCheck(
  before: string,
  after: string,
  flags: MigrateCheckFlags,
  environment: Environment,
): Promise<ExitCode> {
  const sides: readonly Side[] = [
    { when: 'before', url: before },
    { when: 'after', url: after },
  ];
  const steps = sides.map((side) => ({ side, flags, environment }));
  // An address that is none is refused before anything is written.
  steps.forEach(urlOf);
  await mkdir(resolve(environment.folder, flags.output), { recursive: true });
  for (const step of steps) await takeOnce(step);
  const reports: RunReport[] = [];
  for (const step of steps) reports.push(await checkOnce(step));
  const comparison = await compareAll(reports, flags, environment);
  writeLines(environment.stdout, toComparisonLines(comparison, toTextStyle(environment.stdout, environment)));
  for (const [format, name] of [['json', 'comparison.json'] as const, ['html', 'index.html'] as const]) {
    writeReport({ file: join(flags.output, name) }, await formatComparison(format, comparison), environment);
  }
  writeLines(environment.stdout, [`Open ${join(flags.output, 'index.html')} for details.`]);
  if (failingOf(comparison).length > 0) return 1;
  return reports.some((report) => conclusionOf(report).code === 3) ? 3 : 0;
}

const fileOf = ({ side, flags }: Step, end: string): string => join(flags.output, `${side.when}.${end}`);

const urlOf = ({ side, flags }: Step): string => {
  const { origin, root } = toAddress(side.url, flags.namespace);
  return `${origin}${root}`;
};

/** Takes a snapshot unless there is one. Throws a wrong use for one of another service. */
async function takeOnce(step: Step): Promise<void> {
  const { side, flags, environment } = step;
  const file = fileOf(step, 'ndjson.gz');
  const path = resolve(environment.folder, file);
  if (await exists(path)) {
    const { url, identities = [] } = (await openSnapshot(file, environment)).header;
    refuseOther(step, file, url);
    const wanted = (flags.as ?? []).map(({ name }) => name);
    if (identities.join() !== wanted.join())
      throw wrongUse(
        `${file} was read as ${identities.join(', ') || 'nobody else'}; give the same --as, or name another folder with --output.`,
      );
    return;
  }
  const resume = await exists(toPaths(path).progress);
  // The seed is that of the checks.
  const { seed: _seed, ...reading } = flags;
  const again = 'repeat the command to continue';
  await snapshot(side.url, { ...reading, output: file, again, ...(resume && { resume }) }, environment);
}

function refuseOther(step: Step, file: string, url: string): void {
  if (new URL(url).href === new URL(urlOf(step)).href) return;
  throw wrongUse(`${file} is of ${url} and not of ${urlOf(step)}; name another folder with --output, or delete it.`);
}

/** Judges a service unless a report says that this was finished. */
async function checkOnce(step: Step): Promise<RunReport> {
  const { side, flags, environment } = step;
  const { report: _, ...shared } = flags;
  const file = fileOf(step, 'json');
  if (await exists(resolve(environment.folder, file))) {
    const report = await readReportFile(file, environment);
    refuseOther(step, file, report.url);
    if (report.end === 'finished' && isSameCheck(report, flags)) return report;
    await rm(resolve(environment.folder, file));
  }
  const reports = [
    { format: 'json', file },
    { format: 'html', file: fileOf(step, 'html') },
  ] as const;
  if (!flags.quiet) writeLines(environment.stdout, [`Checking ${side.url}, which takes a few minutes.`]);
  const code = await check(side.url, { ...shared, quiet: true, agent: false, report: reports }, environment);
  if (code === 130) throw interrupted('Interrupted; repeat the command to continue.');
  return readReportFile(file, environment);
}

/** Verdicts of other inputs, or of another calproof, are no comparison. */
const isSameCheck = (report: RunReport, { mode, effort, seed }: MigrateCheckFlags): boolean =>
  report.mode === mode && report.effort === effort && report.seed === seed && report.version === version;

const conclusionOf = (report: RunReport) => concludeReport(report, { strict: report.strict });

/** What differs in the records and answers of both services, and in their verdicts. */
async function compareAll(
  reports: readonly RunReport[],
  flags: MigrateCheckFlags,
  environment: Environment,
): Promise<Comparison> {
  const both = (end: string) => [join(flags.output, `before.${end}`), join(flags.output, `after.${end}`)] as const;
  const states = await compareStates(...both('ndjson.gz'), flags, environment);
  const verdicts = await compareStates(...both('json'), flags, environment);
  const checks = reports.map((report, index) => {
    const when = index === 0 ? 'before' : 'after';
    return { when, conclusion: conclusionOf(report).sentence, page: `${when}.html` } as const;
  });
  return { ...states, checks, findings: [...states.findings, ...verdicts.findings].toSorted(byGravity) };
}
