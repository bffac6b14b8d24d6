import { excerpt } from '../../wire/printable.js';
import { plural, someOf } from '../../wire/wording.js';
import { groupByReason, type OpenOutcome, openOutcomes, openTitles } from '../reason-groups.js';
import type { ReportedRequirement } from '../run-report-schema.js';
import { toExchangeLine } from './exchange-lines.js';
import { indent, type Setting, wrap } from './layout.js';

/** Why requirements have no verdict, reason by reason. */
export const toReasonLines = (all: readonly ReportedRequirement[], setting: Setting): readonly string[] =>
  openOutcomes.flatMap((outcome) => toSection(all, outcome, setting));

/** How many ids are named under one reason, and how many characters of it are shown. */
const NAMED = 5;
const LONGEST = 300;

function toSection(all: readonly ReportedRequirement[], outcome: OpenOutcome, setting: Setting): readonly string[] {
  const groups = groupByReason(all, outcome);
  if (groups.length === 0) return [];
  const { palette, width } = setting;
  const lines = groups.flatMap(({ reason, ids, exchange }) => [
    ...wrap(`${plural(ids.length, 'requirement')}: ${excerpt(reason, LONGEST)}`, width - 2),
    ...indent(exchange ? wrap(toExchangeLine(exchange), width - 4) : [], 2).map(palette.quiet),
    ...indent(wrap(someOf(ids, NAMED), width - 4), 2).map(palette.quiet),
  ]);
  return [palette.strong(openTitles[outcome]), ...indent(lines, 2), ''];
}
