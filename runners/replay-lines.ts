import type { Exchange } from '../harness/exchange.js';
import type { StoredFailure, Replayed } from '../harness/replayed.js';
import type { Redaction } from '../harness/redact.js';
import { indent, LABEL, labelled, wrap } from '../harness/reports/columns.js';
import { plural } from '../harness/reports/layout.js';
import type { Setting } from '../harness/reports/palette.js';
import { toPrintableLine } from '../harness/reports/printable.js';
import { isSafe } from '../harness/method.js';

/** A failure of a report, and what became of it. */
export interface ReplayResult {
  readonly id: string;
  readonly failed: StoredFailure;
  readonly replayed: Replayed;
}

/** The same without secrets. */
export function redactReplayResult(again: ReplayResult, { text, exchange }: Redaction): ReplayResult {
  const { replayed } = again;
  if (replayed.kind === 'fixed') return again;
  if (replayed.kind === 'untold') return { ...again, replayed: { ...replayed, reason: text(replayed.reason) } };
  const { kind, expected, observed } = replayed.now;
  const now = { kind, expected: text(expected), observed: text(observed) };
  return { ...again, replayed: { ...replayed, now, exchanges: replayed.exchanges.map(exchange) } };
}

export interface ReplayTextStyle extends Setting {
  readonly toCurl: (exchange: Exchange) => string;
}

/** What became of one failure, as a person reads it. */
export function toReplayLines({ id, failed, replayed }: ReplayResult, setting: ReplayTextStyle): readonly string[] {
  const { palette } = setting;
  const told = (label: string, text: string): readonly string[] =>
    indent(labelled(label, wrap(toPrintableLine(text), setting.width - LABEL - 2)), 2);
  switch (replayed.kind) {
    case 'fixed':
      return [`${palette.passed('✓ fixed')}          ${id}`];
    case 'untold':
      return [`${palette.doubtful('? cannot tell')}    ${id}`, ...told('Why', replayed.reason)];
    case 'failing':
      return [
        `${palette.failed('✗ still failing')}  ${id}`,
        ...told('Expected', replayed.now.expected),
        ...told('Observed', replayed.now.observed),
        ...indent(labelled('Repeat', toSteps(replayed.exchanges).map(setting.toCurl)), 2),
      ];
    case 'changed':
      return [
        `${palette.doubtful('~ changed')}        ${id}`,
        ...told('Then', `expected ${failed.deviation.expected}, observed ${failed.deviation.observed}`),
        ...told('Now', `expected ${replayed.now.expected}, observed ${replayed.now.observed}`),
        ...indent(labelled('Repeat', toSteps(replayed.exchanges).map(setting.toCurl)), 2),
      ];
  }
}

/** The writes that led there, and the last request of the check. */
function toSteps(exchanges: readonly Exchange[]): readonly Exchange[] {
  const shown = exchanges.findLast(({ phase }) => phase === 'check');
  return exchanges.filter(
    (one) =>
      one === shown || (one.phase !== 'clean-up' && !isSafe(one.request.method) && one.number < (shown?.number ?? 0)),
  );
}

const words: Readonly<Record<Replayed['kind'], string>> = {
  failing: 'still failing',
  changed: 'changed',
  fixed: 'fixed',
  untold: 'that cannot be told',
};

/** How many there are of each. */
export function toReplayConclusion(all: readonly ReplayResult[]): string {
  const counts = Object.entries(words).map(([kind, word]) => ({
    word,
    count: all.filter(({ replayed }) => replayed.kind === kind).length,
  }));
  const parts = counts.filter(({ count }) => count > 0).map(({ word, count }) => `${count} ${word}`);
  return `Of ${plural(all.length, 'failure')}: ${parts.join(', ')}.`;
}
