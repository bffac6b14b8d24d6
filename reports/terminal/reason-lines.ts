import { excerpt } from '../../wire/printable.js';
import { plural, someOf, toCount } from '../../wire/wording.js';
import { groupByReason, groupByRoot, type OpenOutcome, openOutcomes, openTitles, type Root } from '../reason-groups.js';
import type { ReportedRequirement } from '../run-report-schema.js';
import { toExchangeLine } from './exchange-lines.js';
import { cut, indent, type Setting, wrap } from './layout.js';

/** Why requirements have no verdict, reason by reason. */
export const toReasonLines = (all: readonly ReportedRequirement[], setting: Setting): readonly string[] =>
  openOutcomes.flatMap((outcome) => toSection(all, outcome, setting));

/** How many ids are named under one reason: what is inconclusive may be one by one, what does not apply need not. */
const named: Readonly<Record<OpenOutcome, number>> = {
  cantTell: Number.POSITIVE_INFINITY,
  untested: Number.POSITIVE_INFINITY,
  inapplicable: 5,
};

/** How many characters of a reason are shown. */
const LONGEST = 300;

function toSection(all: readonly ReportedRequirement[], outcome: OpenOutcome, setting: Setting): readonly string[] {
  const groups = groupByReason(all, outcome);
  if (groups.length === 0) return [];
  const { palette, width } = setting;
  const lines = groups.flatMap(({ reason, ids, exchange }) => [
    ...wrap(`${plural(ids.length, 'requirement')}: ${excerpt(reason, LONGEST)}`, width - 2),
    ...indent(exchange ? wrap(toExchangeLine(exchange), width - 4) : [], 2).map(palette.quiet),
    ...indent(wrap(someOf(ids, named[outcome]), width - 4), 2).map(palette.quiet),
  ]);
  return [palette.strong(openTitles[outcome]), ...indent(lines, 2), ''];
}

/** Why requirements have no verdict, a line for each root: so many rows, the last of them for what does not apply. */
export function toRootLines(all: readonly ReportedRequirement[], setting: Setting, rows: number): readonly string[] {
  const open = (['cantTell', 'untested'] as const).flatMap((outcome) => toRoots(all, outcome));
  const closed = toRoots(all, 'inapplicable');
  const lines = [
    ...toRows(open, setting.width - 2, rows - Math.min(1, closed.length)),
    ...toRows(closed, setting.width - 2, 1).map(setting.palette.quiet),
  ];
  return indent(lines, 2);
}

interface TitledRoot extends Root {
  readonly title: string;
}

const toRoots = (all: readonly ReportedRequirement[], outcome: OpenOutcome): readonly TitledRoot[] =>
  groupByRoot(all, outcome).map((root) => ({ ...root, title: openTitles[outcome].toLowerCase() }));

/** The first roots, a row each; the last row counts the others. */
function toRows(roots: readonly TitledRoot[], width: number, rows: number): readonly string[] {
  const shown = roots.slice(0, Math.max(1, rows));
  const others = roots.length - shown.length;
  const rest = others === 0 ? '' : `; and ${plural(others, 'other reason')}`;
  return shown.map(({ count, title, reason }, at) => {
    const tail = at === shown.length - 1 ? rest : '';
    return `${cut(`${toCount(count)} ${title}: ${reason}`, width - tail.length)}${tail}`;
  });
}
