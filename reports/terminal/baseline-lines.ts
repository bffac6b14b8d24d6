import { toPrintableLine } from '../../wire/printable.js';
import { plural, someOf } from '../../wire/wording.js';
import type { ReportedUse, RunReport } from '../run-report-schema.js';
import { indent, LABEL, labelled, type Setting, wrap } from './layout.js';

type ListedState = Exclude<ReportedUse['state'], 'notJudged'>;

/** The states that are listed entry by entry, what matters most first: a label, and what to do next. */
const stateLabels: Readonly<Record<ListedState, { readonly label: string; readonly next: string }>> = {
  stale: { label: 'Stale', next: 'delete its entry from the baseline' },
  expired: { label: 'Expired', next: 'fix it, or set a new date' },
  differs: { label: 'Differs', next: 'fix it, or update its entry' },
  known: { label: 'Known', next: 'fix it by then' },
};

const states: readonly ListedState[] = ['stale', 'expired', 'differs', 'known'];

/** The entries of a baseline that need attention. */
export const outdatedOf = ({ baseline = [] }: Pick<RunReport, 'baseline'>): readonly ReportedUse[] =>
  baseline.filter(({ state }) => state !== 'known' && state !== 'notJudged');

/** What became of the entries of a baseline, and what to do next, in a line each. */
export function toBaselineLines(uses: readonly ReportedUse[], setting: Setting): readonly string[] {
  if (uses.length === 0) return [];
  const lines = states.flatMap((state) =>
    uses.filter((use) => use.state === state).flatMap((use) => toLines(stateLabels[state].label, toText(use), setting)),
  );
  return [setting.palette.strong('Baseline'), ...lines, ...toNotJudgedLines(uses, setting), ''];
}

const toLines = (label: string, text: string, { width }: Setting): readonly string[] =>
  indent(labelled(label, wrap(toPrintableLine(text), width - LABEL - 2)), 2);

const toText = (use: ReportedUse): string =>
  use.state === 'known' ? `${toUseSentence(use)} ${toAbout(use)}` : toUseSentence(use);

/** What became of an entry, and what to do next. */
export function toUseSentence({ requirement, state, why }: Pick<ReportedUse, 'requirement' | 'state' | 'why'>): string {
  const next = state === 'notJudged' ? 'its entry is kept' : stateLabels[state].next;
  return `${requirement} ${why}; ${next}.`;
}

function toAbout({ reason, owner, link }: ReportedUse): string {
  const about = Object.entries({ reason, owner, link });
  const given = about.filter(([, text]) => text.trim() !== '').map(([name, text]) => `${name}: ${text.trim()}`);
  const open = about.filter(([, text]) => text.trim() === '').map(([name]) => name);
  const missing = open.length === 0 ? [] : [`to be filled in: ${open.join(', ')}`];
  return `(${[...given, ...missing].join('; ')})`;
}

/** How many entries without a verdict are named; the JSON report names all. */
const NAMED = 5;

function toNotJudgedLines(uses: readonly ReportedUse[], setting: Setting): readonly string[] {
  const ids = uses.filter(({ state }) => state === 'notJudged').map(({ requirement }) => requirement);
  if (ids.length === 0) return [];
  const count = plural(ids.length, 'entry', 'entries');
  return toLines(
    'No verdict',
    `${count} kept as ${ids.length === 1 ? 'it is' : 'they are'}: ${someOf(ids, NAMED)}`,
    setting,
  );
}
