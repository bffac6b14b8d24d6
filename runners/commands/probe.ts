import type { ExitCode } from '../../harness/reports/conclusion.js';
import { plural, someOf } from '../../harness/reports/layout.js';
import { version } from '../../harness/version.js';
import { wrongUse } from '../command-error.js';
import type { Environment, Output } from '../environment.js';
import { type Learned, learnTarget } from '../learn-target.js';
import { type RunOptions, toRunOptions } from '../options.js';
import type { ProbeFlags } from '../probe-flags.js';
import { toFactLines } from '../probe-lines.js';
import { toProfileJson } from '../profile-json.js';
import { refuseUnwritable, writeReport } from '../report-files.js';
import { toTextStyle, writeLines } from '../setting.js';
import { toSweepLine } from '../tell-run.js';

/** Learns a target and tells what was learned, with the exchanges that show it. */
export async function probe(
  url: string | undefined,
  { output, ...flags }: ProbeFlags,
  environment: Environment,
): Promise<ExitCode> {
  const options = toRunOptions(url, flags, environment);
  refuseOtherFormats(options);
  const files = [...options.reports, ...(output === undefined ? [] : [{ file: output }])];
  await refuseUnwritable(files, environment);
  const told = options.reports.some(({ file }) => file === undefined) ? environment.stderr : environment.stdout;
  const learned = await learnTarget(options, environment, told);
  writeLearned(learned, options, { environment, text: told });
  const profile = toProfile(learned, options);
  for (const file of files) writeReport(file, `${JSON.stringify(profile, null, 2)}\n`, environment);
  if (output !== undefined) writeLines(told, [`To hold the target to it: calproof check --target-profile ${output}`]);
  return learned.left.length > 0 ? 3 : 0;
}

function refuseOtherFormats({ reports }: RunOptions): void {
  const other = reports.find(({ format }) => format !== 'json');
  if (other) throw wrongUse(`probe writes no ${other.format}; its report is --report json or json=FILE.`);
}

const toProfile = ({ profile, target }: Learned, { mode, now }: RunOptions) => {
  const { origin, root } = target.address;
  const learned = new Date(now).toISOString();
  return toProfileJson(profile.facts, { url: `${origin}${root}`, mode, learned }, target.redaction);
};

interface ProbeOutput {
  readonly environment: Environment;
  readonly text: Output;
}

function writeLearned(learned: Learned, { mode }: RunOptions, { environment, text }: ProbeOutput): void {
  const { profile, target, warnings, requests, left, journalPath } = learned;
  const { origin, root, namespace } = target.address;
  const setting = toTextStyle(text, environment);
  const count = `${plural(profile.facts.length, 'fact')} from ${plural(requests, 'request')}, in ${mode} mode`;
  writeLines(text, [
    `${setting.palette.strong(`calproof ${version}`)} learned ${setting.palette.strong(`${origin}${root}/${namespace}`)}`,
    ...warnings.map((warning) => `Warning: ${warning}`),
    `${count}. Each is followed by what shows it.`,
    ...toFactLines(profile.facts, { ...setting, redaction: target.redaction }),
    '',
    ...(left.length > 0 ? [`Left behind: ${someOf(left, MOST)}`] : []),
    ...(journalPath === undefined ? [] : [toSweepLine(journalPath)]),
  ]);
}

const MOST = 24;
