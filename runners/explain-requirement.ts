import { indent, wrap } from '../harness/reports/columns.js';
import type { Setting } from '../harness/reports/palette.js';
import { toPrintableLine } from '../harness/reports/printable.js';
import type { RequirementInfo } from '../harness/requirement.js';
import type { Example } from './example.js';
import { join, toClauseWords, toReadingLines, toRows } from './explanation-rows.js';

/** A requirement: what it says, where it comes from, and how it is judged. */
export function explainRequirement(
  requirement: RequirementInfo,
  example: Example | undefined,
  setting: Setting,
): readonly string[] {
  const { id, level, profile, effects, statement, operations, needs, clause, alsoCovers = [] } = requirement;
  const clauses = [clause, ...alsoCovers];
  return [
    `${setting.palette.strong(id)}  ${setting.palette.quiet([level, profile, effects].join(', '))}`,
    ...indent(wrap(statement, setting.width - 2), 2),
    '',
    ...toRows(
      clauses.map((one) => ['Clause', toClauseWords(one)]),
      setting,
    ),
    ...toRows(
      [
        ['Operations', join(operations)],
        ['Needs', join(needs)],
      ],
      setting,
    ),
    ...clauses.flatMap((one) => toReadingLines(one, setting)),
    '',
    ...toExampleLines(example, setting),
  ];
}

/** A line that is to be copied is not broken. */
function toExampleLines(example: Example | undefined, setting: Setting): readonly string[] {
  if (!example) return toRows([['Example', 'none can be drawn for the reference server']], setting);
  return [
    ...toRows([['Example', toPrintableLine(example.input)]], setting),
    '',
    '  Sent to judge it on the embedded reference server:',
    ...indent(example.requests.map(toPrintableLine), 4),
  ];
}
