import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import type { ExitCode } from '../../reports/conclusion.js';
import { version } from '../../wire/package.js';
import { plural, someOf } from '../../wire/wording.js';
import { wrongUse } from '../input/command-error.js';
import { type Environment, type Output, textOutputOf, toTextStyle, writeLines } from '../input/environment.js';
import type { ProbeFlags } from '../options/command-flags.js';
import { toFactLines, toProfileJson } from '../output/profile-json.js';
import { refuseUnwritable, writeReport } from '../output/report-output.js';
import { findRun, makeReady } from '../run/ready-target.js';
import { type RunOptions, toRunOptions } from '../run/run-options.js';
import { toSweepLine } from '../run/run-output.js';
import { openRunTarget, type RunTarget } from '../run/run-target.js';

/** What came of learning a target. */
export interface Learned {
  readonly profile: TargetProfile;
  readonly target: RunTarget;
  /** What should be known of the target besides: sentences. */
  readonly warnings: readonly string[];
  /** Requests that learning took, those of the clean-up aside. */
  readonly requests: number;
  /** Records that could not be deleted, in words. */
  readonly left: readonly string[];
  /** The journal, when something in it still waits for a sweep. */
  readonly journalPath: string | undefined;
}

/** Learns a target, and deletes what was made for it. */
export async function learnTarget(options: RunOptions, environment: Environment, output: Output): Promise<Learned> {
  const startedAt = environment.clock.now();
  const opened = await openRunTarget(options, environment);
  try {
    const random = environment.randomSeed() / 2 ** 31;
    const nothing = { planned: [], selected: [], pinned: undefined, baseline: undefined };
    const given = { ...nothing, options, environment, target: opened, startedAt, output, random };
    const { run, warnings } = await findRun(given);
    const { session, journal } = await makeReady(run);
    try {
      const { profile } = session.calendar;
      const requests = session.calendar.sent;
      const left = await session.trial.close();
      return { profile, target: run.target, warnings, requests, left, journalPath: await journal.close() };
    } finally {
      await session.close();
    }
  } finally {
    await opened.close();
  }
}

/** Learns a target and prints each fact with the exchanges that show it. */
export async function probe(
  url: string | undefined,
  { output, ...flags }: ProbeFlags,
  environment: Environment,
): Promise<ExitCode> {
  const options = toRunOptions(url, flags, environment);
  refuseOtherFormats(options);
  const files = [...options.reports, ...(output === undefined ? [] : [{ file: output }])];
  await refuseUnwritable(files, environment);
  const text = textOutputOf(options.reports, environment);
  const learned = await learnTarget(options, environment, text);
  writeLearned(learned, options, { environment, text });
  const profile = toProfile(learned, options);
  for (const file of files) writeReport(file, `${JSON.stringify(profile, null, 2)}\n`, environment);
  if (output !== undefined)
    writeLines(text, [`To check the target against it: calproof check --target-profile ${output}`]);
  return learned.left.length > 0 ? 3 : 0;
}

function refuseOtherFormats({ reports }: RunOptions): void {
  const other = reports.find(({ format }) => format !== 'json');
  if (other) throw wrongUse(`probe cannot write ${other.format}; use --report json or --report json=FILE.`);
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
    `${count}. Each is followed by its evidence.`,
    ...toFactLines(profile.facts, { ...setting, redaction: target.redaction }),
    '',
    ...(left.length > 0 ? [`Left behind: ${someOf(left, MOST)}`] : []),
    ...(journalPath === undefined ? [] : [toSweepLine(journalPath)]),
  ]);
}

const MOST = 24;
