import type { CalendarRequirement } from '../../adapter/subject.js';
import { toReplayable } from '../../kernel/conviction.js';
import type { Replayed, StoredFailure } from '../../kernel/replay.js';
import type { RunReport } from '../../reports/run-report-schema.js';
import type { Failed } from '../../reports/standing.js';
import { indent, LABEL, labelled, type Setting, wrap } from '../../reports/terminal/layout.js';
import type { Exchange } from '../../wire/exchange.js';
import { toPrintableLine } from '../../wire/printable.js';
import type { Redaction } from '../../wire/redaction.js';
import { plural, someOf } from '../../wire/wording.js';
import { type CommandError, wrongUse } from '../input/command-error.js';
import { nearest } from '../input/nearest.js';
import { startsWith } from '../run/selection.js';

/** A failure of a report, and its result now. */
export interface ReplayResult {
  readonly id: string;
  readonly failed: StoredFailure;
  readonly replayed: Replayed;
}

/** The same without secrets. */
export function redactReplayResult(again: ReplayResult, { text, exchange }: Redaction): ReplayResult {
  const { replayed } = again;
  if (replayed.kind === 'fixed') return again;
  if (replayed.kind === 'unrepeatable') return { ...again, replayed: { ...replayed, reason: text(replayed.reason) } };
  const { kind, expected, observed } = replayed.now;
  const now = { kind, expected: text(expected), observed: text(observed) };
  return { ...again, replayed: { ...replayed, now, exchanges: replayed.exchanges.map(exchange) } };
}

export interface ReplayTextStyle extends Setting {
  readonly toCurl: (exchange: Exchange) => string;
}

/** The result of one failure as text. */
export function toReplayLines({ id, failed, replayed }: ReplayResult, setting: ReplayTextStyle): readonly string[] {
  const { palette } = setting;
  const line = (label: string, text: string): readonly string[] =>
    indent(labelled(label, wrap(toPrintableLine(text), setting.width - LABEL - 2)), 2);
  switch (replayed.kind) {
    case 'fixed':
      return [`${palette.passed('✓ fixed')}          ${id}`];
    case 'unrepeatable':
      return [`${palette.doubtful('? cannot be repeated')}  ${id}`, ...line('Why', replayed.reason)];
    case 'failing':
      return [
        `${palette.failed('✗ still failing')}  ${id}`,
        ...line('Expected', replayed.now.expected),
        ...line('Observed', replayed.now.observed),
        ...indent(labelled('Repeat', toSteps(replayed.exchanges).map(setting.toCurl)), 2),
      ];
    case 'changed':
      return [
        `${palette.doubtful('~ changed')}        ${id}`,
        ...line('Then', `expected ${failed.deviation.expected}, observed ${failed.deviation.observed}`),
        ...line('Now', `expected ${replayed.now.expected}, observed ${replayed.now.observed}`),
        ...indent(labelled('Repeat', toSteps(replayed.exchanges).map(setting.toCurl)), 2),
      ];
  }
}

/** What was put in place, and all that was checked. */
const toSteps = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.filter(({ phase }) => phase === 'arrange' || phase === 'check');

const words: Readonly<Record<Replayed['kind'], string>> = {
  failing: 'still failing',
  changed: 'changed',
  fixed: 'fixed',
  unrepeatable: 'cannot be repeated',
};

/** The count of each result. */
export function toReplayConclusion(all: readonly ReplayResult[]): string {
  const counts = Object.entries(words).map(([kind, word]) => ({
    word,
    count: all.filter(({ replayed }) => replayed.kind === kind).length,
  }));
  const parts = counts.filter(({ count }) => count > 0).map(({ word, count }) => `${count} ${word}`);
  return `Of ${plural(all.length, 'failure')}: ${parts.join(', ')}.`;
}

/** A failure of a report, and the requirement that failed. */
export interface ReportedFailure {
  readonly requirement: CalendarRequirement;
  readonly failed: StoredFailure;
}

/** Which failures of a report to choose, and the known requirements. */
interface ChooseOptions {
  /** An id prefix; undefined for all. */
  readonly id: string | undefined;
  readonly known: readonly CalendarRequirement[];
}

/** The failures of a report to repeat. Throws a wrong use where none is under the prefix. */
export function chooseFailures({ requirements }: RunReport, { id, known }: ChooseOptions): readonly ReportedFailure[] {
  const failures = requirements.flatMap(({ id: own, verdict }) => {
    if (!('counterexample' in verdict)) return [];
    const requirement = known.find((one) => one.id === own);
    if (!requirement)
      throw wrongUse(
        `The report has ${own}, which is not a requirement of this calproof; give its module with --suite.`,
      );
    const replayable = toReplayable(requirement, verdict.counterexample.value, known);
    return [{ requirement: replayable, failed: { ...verdict.counterexample, intermittent: verdict.intermittent } }];
  });
  if (id === undefined) return failures;
  const chosen = failures.filter(({ requirement }) => startsWith(requirement.id, id));
  if (chosen.length > 0) return chosen;
  throw notFailed(
    id,
    failures.map(({ requirement }) => requirement.id),
  );
}

/** The only failure of a report under an id prefix. Throws a wrong use where there is none, or more than one. */
export function chooseFailure({ requirements }: RunReport, id = ''): Failed {
  const failures = requirements.flatMap((one) =>
    'counterexample' in one.verdict ? [{ ...one, verdict: one.verdict }] : [],
  );
  const chosen = failures.filter((one) => id === '' || startsWith(one.id, id));
  const [only, ...others] = chosen;
  if (only && (others.length === 0 || only.id === id)) return only;
  const ids = (only ? chosen : failures).map((one) => one.id);
  if (!only) throw notFailed(id, ids);
  throw wrongUse(`A script repeats one failure; name one of ${plural(ids.length, 'failure')}: ${someOf(ids, NAMED)}.`);
}

const NAMED = 5;

function notFailed(id: string, ids: readonly string[]): CommandError {
  const hint = ids.length === 0 ? 'nothing failed in it' : `the nearest failed ID is ${nearest(id, ids)}`;
  return wrongUse(id === '' ? `Nothing failed in the report.` : `Nothing under ${id} failed in the report; ${hint}.`);
}
