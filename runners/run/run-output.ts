import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import type { RunEnd } from '../../kernel/run-event.js';
import { toShardText } from '../../kernel/run/shard.js';
import { applyBaseline } from '../../reports/baseline/baseline.js';
import { conclude, type ConclusionOptions, type ExitCode } from '../../reports/conclusion.js';
import { redactRun } from '../../reports/redacted-run.js';
import type { RunReport } from '../../reports/run-report-schema.js';
import { toRunReport } from '../../reports/run-report.js';
import { indent, LABEL, labelled, type Setting, wrap } from '../../reports/terminal/layout.js';
import { toCostLines } from '../../reports/terminal/cost-lines.js';
import { toQuietLines, toRunLines } from '../../reports/terminal/run-lines.js';
import { version } from '../../wire/package.js';
import { toPrintableLine } from '../../wire/printable.js';
import { plural } from '../../wire/wording.js';
import type { Found } from '../connection/find-calendar.js';
import { writeLines } from '../input/environment.js';
import { keepRun } from '../output/history-folder.js';
import { toIdentityLines, toLearnedJson, toLearnedLine } from '../output/learned-profile.js';
import { jsonFileOf } from '../output/report-output.js';
import { type Run, toBaselineContext } from './run-context.js';
import { estimateCost } from './run-cost.js';
import type { RunOptions } from './run-options.js';
import { clauseText, curlFor, toFacts } from './run-report-facts.js';
import type { Session } from './session.js';

type Introduced = Pick<Run, 'options' | 'target' | 'planned' | 'selected' | 'pinned'> & Found;

/** What is about to be judged, and how. */
export function toIntroLines(introduced: Introduced, setting: Setting): readonly string[] {
  const { options, target, planned, selected, warnings } = introduced;
  const { origin, root, namespace } = target.address;
  const { palette } = setting;
  const name = target.name === undefined ? '' : ` (${target.name})`;
  const { mode, effort, seed, sources } = options;
  const profiles = [...new Set(selected.map(({ profile }) => profile))];
  const { shard } = options;
  const part = shard ? `; shard ${toShardText(shard)} of ${plural(planned.length, 'requirement')}` : '';
  return [
    ...wrap(`calproof ${version} tests ${origin}${root}/${namespace}${name}`, setting.width).map(palette.strong),
    '',
    ...(sources.length > 0 ? row('Settings', sources.join(', '), setting) : []),
    ...row('Mode', modes[mode], setting),
    ...row(
      'Scope',
      `${plural(selected.length, 'requirement')} of ${profiles.join(', ')}; effort ${effort}${part}`,
      setting,
    ),
    ...row('Seed', String(seed), setting),
    ...toCostRows(introduced, setting),
    ...warnings.flatMap((warning) => row('Warning', warning, setting)),
  ];
}

/** What the run will cost a target that is not our own. */
function toCostRows(introduced: Introduced, setting: Setting): readonly string[] {
  const { address, container } = introduced.options;
  if (!address && !container) return [];
  const [first = '', ...others] = toCostLines(estimateCost(introduced).cost);
  return [...row('Cost', first, setting), ...others.flatMap((line) => row('', line, setting))];
}

const modes = {
  readonly: 'readonly: sends no writes (--mode sandbox tests writes too)',
  sandbox: 'sandbox: writes, then deletes its own records',
} as const;

/** What was learned of the target before the first requirement. */
export const toLearnedLines = (profile: TargetProfile, setting: Setting): readonly string[] => [
  ...row('Target', toLearnedLine(profile), setting),
  ...toIdentityLines(profile).flatMap((line) => row('Identity', line, setting)),
  '',
];

const row = (label: string, text: string, { width }: Setting): readonly string[] =>
  indent(labelled(label, wrap(text, width - LABEL - 2)), 2);

interface Ended {
  readonly run: Run;
  readonly session: Session;
  /** What should be known before verdicts are read. */
  readonly warnings: readonly string[];
  readonly end: RunEnd;
  readonly setting: Setting;
  /** The journal, when something in it still waits for a sweep. */
  readonly journalPath: string | undefined;
}

/** Prints a run that has ended, and writes its reports. Gives the exit code. */
export async function concludeRun({ run, session, warnings, end, setting, journalPath }: Ended): Promise<ExitCode> {
  const { options, environment, output, target } = run;
  const redacted = redactRun(end, target.redaction);
  const context = toBaselineContext(run, session);
  const settled = context ? applyBaseline(redacted, context) : redacted;
  run.round?.ended(settled);
  const conclusion = conclude(settled, toConclusionOptions(options));
  const facts = { ...toFacts(run, toLearnedJson(session.calendar.profile, target.redaction)), warnings };
  const world = session.calendar.creates.map(target.redaction.exchange);
  const report = toRunReport(settled, {
    facts,
    world,
    conclusion,
    latencies: session.latencies(),
    toCurl: curlFor(run),
    clauseText,
  });
  writeLines(output, toText(report, { run, session, setting, journalPath }));
  run.events?.ended(report);
  keepRun({ ...options, signingKey: run.signingKey }, report, environment);
  return conclusion.code;
}

const toConclusionOptions = ({ strict, shard }: RunOptions): ConclusionOptions => ({ strict, ...(shard && { shard }) });

type TextOptions = Pick<Ended, 'run' | 'session' | 'setting' | 'journalPath'>;

function toText(report: RunReport, { run, session, setting, journalPath }: TextOptions): readonly string[] {
  const sweep = journalPath === undefined ? [] : [toSweepLine(journalPath)];
  if (run.options.agent !== undefined) return sweep;
  if (run.options.quiet) return toQuietLines(report, setting, sweep);
  const learned = run.target.redaction.text(toLearnedLine(session.calendar.profile));
  const replay = report.counts.failed === 0 ? {} : { replay: toReplayWords(run.options) };
  return [...toRunLines(report, { ...setting, learned, ...replay, verbose: run.options.verbose }), ...sweep];
}

/** How to replay what failed: it takes a report in JSON. */
function toReplayWords({ reports }: RunOptions): string {
  const file = jsonFileOf(reports);
  if (file === undefined) return 'calproof replay repeats them after a run with --report json=report.json';
  return `calproof replay ${toPrintableLine(file)} [ID] (--script: as a shell script)`;
}

/** What to do when something may be left on the target. */
export const toSweepLine = (journalPath: string): string => `To finish the clean-up: calproof sweep ${journalPath}`;
