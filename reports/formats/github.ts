import { excerpt, toPrintable, toPrintableLine } from '../../wire/printable.js';
import { plural, toCount } from '../../wire/wording.js';
import type { RunReport } from '../run-report-schema.js';
import { type Cause, toCauses } from '../causes.js';
import { isKnown, standingOf, toWhy } from '../standing.js';
import { toOpenSentence } from '../terminal/summary.js';

/** A line beside a workflow run. */
interface Annotation {
  readonly title: string;
  readonly message: string;
}

/** GitHub shows ten annotations of each kind per step. */
const SHOWN = 10;

/**
 * A run as workflow commands for GitHub Actions: an error for what fails it, a warning for a SHOULD that failed and for
 * what is inconclusive, a notice for known deviations and for a target that conforms.
 */
export function toGithub(report: RunReport): string {
  const causes = toCauses(report.requirements);
  const isError = ({ failure }: Cause): boolean => standingOf(failure, report.strict) === 'breach';
  const failures = (some: readonly Cause[]): readonly Annotation[] => some.map((cause) => toFailure(cause, report));
  return [
    ...toCommands('error', [...toUnjudged(report), ...failures(causes.filter(isError)), ...toOutdated(report)]),
    ...toCommands('warning', [
      ...toWarnings(report),
      ...toInconclusive(report),
      ...failures(causes.filter((cause) => !isError(cause))),
    ]),
    ...toCommands('notice', [...toConforming(report), ...toKnown(report)]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function toFailure({ failure, explains }: Cause, report: RunReport): Annotation {
  const { id, level, clause, statement } = failure;
  const also = explains.length === 0 ? [] : [`Explains ${plural(explains.length, 'other')}.`];
  const lines = [statement, toWhy(failure, report) ?? '', ...also, `Clause ${clause}`];
  return { title: `${id} (${level})`, message: lines.join('\n') };
}

const toUnjudged = ({ exitCode, conclusion }: RunReport): readonly Annotation[] =>
  exitCode === 0 || exitCode === 1 ? [] : [{ title: 'calproof', message: conclusion }];

const toConforming = ({ exitCode, conclusion }: RunReport): readonly Annotation[] =>
  exitCode === 0 ? [{ title: 'calproof', message: conclusion }] : [];

const toOutdated = ({ baseline = [] }: RunReport): readonly Annotation[] =>
  baseline
    .filter(({ state }) => state === 'stale' || state === 'expired')
    .map(({ requirement, state, why }) => ({
      title: `The baseline has an entry that is ${state}`,
      message: `${requirement} ${why}.`,
    }));

const toKnown = (report: RunReport): readonly Annotation[] =>
  report.requirements.filter(isKnown).map((one) => ({ title: one.id, message: toWhy(one, report) ?? '' }));

const toWarnings = ({ warnings = [] }: RunReport): readonly Annotation[] =>
  warnings.map((message) => ({ title: 'calproof', message: toPrintableLine(excerpt(message, LONGEST)) }));

/** The most characters of a warning. */
const LONGEST = 600;

const toInconclusive = (report: RunReport): readonly Annotation[] =>
  report.counts.cantTell + report.counts.untested === 0 ? [] : [{ title: 'calproof', message: toOpenSentence(report) }];

function toCommands(kind: 'error' | 'warning' | 'notice', all: readonly Annotation[]): readonly string[] {
  const more = all.length - SHOWN + 1;
  const rest = `${toCount(more)} more are omitted: GitHub shows ${SHOWN} of a kind; the JSON report has all.`;
  const shown = all.length <= SHOWN ? all : [...all.slice(0, SHOWN - 1), { title: 'calproof', message: rest }];
  return shown.map(({ title, message }) => `::${kind} title=${toProperty(title)}::${toData(message)}`);
}

/** Escapes what would end the message of a workflow command. */
const toData = (text: string): string =>
  toPrintable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** The same for a property, which a colon or a comma would end. */
const toProperty = (text: string): string => toData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
