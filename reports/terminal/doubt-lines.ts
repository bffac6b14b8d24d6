import type { Judged } from '../../kernel/run-event.js';
import { toPrintableLine } from '../../wire/printable.js';
import { plural, someOf } from '../../wire/wording.js';
import { unexplained } from '../standing.js';
import { indent, type Setting, wrap } from './layout.js';

/** Requirements that share the reason why nothing was said of them. */
interface Doubt {
  readonly reason: string;
  readonly ids: readonly string[];
}

/** What could not be told and what does not apply, grouped by reason; those under a failed cause stand with it. */
export function toDoubtLines(judged: readonly Judged[], setting: Setting): readonly string[] {
  const free = unexplained(judged);
  return [
    ...toSection('Could not tell', groupBy(free, 'cantTell'), setting),
    ...toSection('Not judged', groupBy(free, 'untested'), setting),
    ...toSection('Does not apply', groupBy(free, 'inapplicable'), setting),
  ];
}

function groupBy(judged: readonly Judged[], outcome: 'cantTell' | 'untested' | 'inapplicable'): readonly Doubt[] {
  const groups = new Map<string, string[]>();
  for (const { requirement, verdict } of judged) {
    if (verdict.outcome !== outcome) continue;
    const reason = outcome === 'inapplicable' ? verdict.reason : withoutIds(verdict.reason);
    groups.set(reason, [...(groups.get(reason) ?? []), requirement.id]);
  }
  const doubts = [...groups].map(([reason, ids]) => ({ reason, ids }));
  return doubts.sort((one, other) => other.ids.length - one.ids.length);
}

/** Ids in paths differ between otherwise equal reasons. */
const withoutIds = (reason: string): string => toPrintableLine(reason).replace(/(?<=\/)\d+/g, 'N');

/** How many ids are named under one reason. */
const NAMED = 5;

function toSection(title: string, doubts: readonly Doubt[], setting: Setting): readonly string[] {
  if (doubts.length === 0) return [];
  const { palette, width } = setting;
  const lines = doubts.flatMap(({ reason, ids }) => [
    ...wrap(`${plural(ids.length, 'requirement')}: ${toPrintableLine(reason)}`, width - 2),
    ...indent(wrap(someOf(ids, NAMED), width - 4), 2).map(palette.quiet),
  ]);
  return [palette.strong(title), ...indent(lines, 2), ''];
}
