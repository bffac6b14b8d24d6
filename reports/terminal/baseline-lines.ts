import type { BaselineEntry, EntryState, EntryUse } from '../../kernel/baseline-entry.js';
import { toPrintableLine } from '../../wire/printable.js';
import { plural, someOf } from '../../wire/wording.js';
import { indent, LABEL, labelled, type Setting, wrap } from './layout.js';

type ListedState = Exclude<EntryState, 'notJudged'>;

/** The states that are told entry by entry, what matters most first: a label, and what to do next. */
const stateLabels: Readonly<Record<ListedState, { readonly label: string; readonly next: string }>> = {
  stale: { label: 'Stale', next: 'delete its entry from the baseline' },
  expired: { label: 'Expired', next: 'fix it, or give its entry a new date' },
  differs: { label: 'Differs', next: 'fix it, or say in its entry what fails now' },
  known: { label: 'Known', next: 'fix it by then' },
};

const states: readonly ListedState[] = ['stale', 'expired', 'differs', 'known'];

/** What became of the entries of a baseline, a line each, and what to do next. */
export function toBaselineLines(uses: readonly EntryUse[], setting: Setting): readonly string[] {
  if (uses.length === 0) return [];
  const lines = states.flatMap((state) =>
    uses.filter((use) => use.state === state).flatMap((use) => toLines(stateLabels[state].label, toText(use), setting)),
  );
  return [setting.palette.strong('Baseline'), ...lines, ...toNotJudgedLines(uses, setting), ''];
}

const toLines = (label: string, text: string, { width }: Setting): readonly string[] =>
  indent(labelled(label, wrap(toPrintableLine(text), width - LABEL - 2)), 2);

const toText = (use: EntryUse): string =>
  use.state === 'known' ? `${toUseSentence(use)} ${toAbout(use.entry)}` : toUseSentence(use);

/** What became of an entry, and what to do next. */
export function toUseSentence({ entry, state, why }: EntryUse): string {
  const next = state === 'notJudged' ? 'its entry stays as it is' : stateLabels[state].next;
  return `${entry.requirement} ${why}; ${next}.`;
}

function toAbout({ reason, owner, link }: BaselineEntry): string {
  const about = Object.entries({ reason, owner, link });
  const given = about.filter(([, text]) => text.trim() !== '').map(([name, text]) => `${name}: ${text.trim()}`);
  const open = about.filter(([, text]) => text.trim() === '').map(([name]) => name);
  const missing = open.length === 0 ? [] : [`still to fill in: ${open.join(', ')}`];
  return `(${[...given, ...missing].join('; ')})`;
}

/** How many ids are named of what was not judged; the JSON report names all. */
const NAMED = 5;

function toNotJudgedLines(uses: readonly EntryUse[], setting: Setting): readonly string[] {
  const ids = uses.filter(({ state }) => state === 'notJudged').map(({ entry }) => entry.requirement);
  if (ids.length === 0) return [];
  const count = plural(ids.length, 'entry', 'entries');
  return toLines('Not judged', `${count}, neither known nor stale, kept as before: ${someOf(ids, NAMED)}`, setting);
}
