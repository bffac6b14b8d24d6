import type { RunEnd } from '../../kernel/run-event.js';
import { excerpt, toPrintable, toPrintableLine } from '../../wire/printable.js';
import { plural, toCount } from '../../wire/wording.js';
import type { RunReport } from '../run-report-model.js';
import { type Cause, countOutcomes, standingOf, toCauses, toWhy } from '../standing.js';
import { toRestoredRun } from '../terminal/restored-run.js';

/** A line beside a workflow run. */
interface Annotation {
  readonly title: string;
  readonly message: string;
}

/** Of each kind GitHub shows ten a step. */
const SHOWN = 10;

/**
 * A run as workflow commands for GitHub Actions: an error for what fails it, a warning for a SHOULD that failed and for
 * what could not be told, a notice for what is known, and for a target that conforms.
 */
export function toGithub(report: RunReport): string {
  const run = toRestoredRun(report);
  const causes = toCauses(run.judged);
  const isError = ({ requirement, verdict }: Cause): boolean =>
    standingOf({ requirement, verdict }, report.strict) === 'breach';
  const failures = (some: readonly Cause[]): readonly Annotation[] => some.map((cause) => toFailure(cause, report));
  return [
    ...toCommands('error', [...toUnjudged(report), ...failures(causes.filter(isError)), ...toOutdated(run)]),
    ...toCommands('warning', [
      ...toWarnings(report),
      ...toInconclusive(run),
      ...failures(causes.filter((cause) => !isError(cause))),
    ]),
    ...toCommands('notice', [...toConforming(report), ...toKnown(run, report)]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function toFailure({ requirement, verdict, explains }: Cause, { strict }: RunReport): Annotation {
  const { id, level, clause, statement } = requirement;
  const also =
    explains.length === 0 ? [] : [`It explains ${plural(explains.length, 'other failure or doubt', 'others')}.`];
  const lines = [statement, toWhy({ requirement, verdict }, strict) ?? '', ...also, `Clause ${clause}`];
  return { title: `${id} (${level})`, message: lines.join('\n') };
}

const toUnjudged = ({ exitCode, conclusion }: RunReport): readonly Annotation[] =>
  exitCode === 0 || exitCode === 1 ? [] : [{ title: 'calproof', message: conclusion }];

const toConforming = ({ exitCode, conclusion }: RunReport): readonly Annotation[] =>
  exitCode === 0 ? [{ title: 'calproof', message: conclusion }] : [];

const toOutdated = ({ baseline = [] }: RunEnd): readonly Annotation[] =>
  baseline
    .filter(({ state }) => state === 'stale' || state === 'expired')
    .map(({ entry, state, why }) => ({
      title: `The baseline has an entry that is ${state}`,
      message: `${entry.requirement} ${why}.`,
    }));

const toKnown = ({ judged }: RunEnd, { strict }: RunReport): readonly Annotation[] =>
  judged.filter(({ known }) => known).map((one) => ({ title: one.requirement.id, message: toWhy(one, strict) ?? '' }));

const toWarnings = ({ warnings = [] }: RunReport): readonly Annotation[] =>
  warnings.map((message) => ({ title: 'calproof', message: toPrintableLine(excerpt(message, LONGEST)) }));

/** The most characters of a warning. */
const LONGEST = 600;

function toInconclusive({ judged }: RunEnd): readonly Annotation[] {
  const { cantTell, untested, inapplicable } = countOutcomes(judged);
  if (cantTell + untested === 0) return [];
  const all = plural(judged.length - inapplicable, 'requirement');
  const message = `Not told: ${toCount(cantTell + untested)} of ${all}; nothing is said of them, neither good nor bad.`;
  return [{ title: 'calproof', message }];
}

function toCommands(kind: 'error' | 'warning' | 'notice', all: readonly Annotation[]): readonly string[] {
  const more = all.length - SHOWN + 1;
  const rest = `${toCount(more)} more are left out here: GitHub shows ${SHOWN} of a kind; the JSON report has all.`;
  const shown = all.length <= SHOWN ? all : [...all.slice(0, SHOWN - 1), { title: 'calproof', message: rest }];
  return shown.map(({ title, message }) => `::${kind} title=${toProperty(title)}::${toData(message)}`);
}

/** How workflow commands write what would end a message. */
const toData = (text: string): string =>
  toPrintable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** The same for a property, which a colon or a comma would end. */
const toProperty = (text: string): string => toData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
