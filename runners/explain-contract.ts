import type { Clause } from '../contract/clause.js';
import type { Gap } from '../contract/gap.js';
import type { Reading } from '../contract/reading.js';
import { indent, wrap } from '../harness/reports/columns.js';
import type { Setting } from '../harness/reports/palette.js';
import type { RequirementInfo } from '../harness/requirement.js';
import { covers } from './catalogue.js';
import { join, toClauseWords, toReadingLines, toReadingRows, toRows } from './explanation-rows.js';

/** A clause: its text, its readings, and the requirements that tell about it. */
export function explainClause(
  { id, profile, text, source, operations }: Clause,
  requirements: readonly RequirementInfo[],
  setting: Setting,
): readonly string[] {
  const telling = requirements.filter((requirement) => covers(requirement, id)).map((one) => one.id);
  return [
    `${setting.palette.strong(id)}  ${setting.palette.quiet(`clause, ${profile}`)}`,
    ...indent(wrap(text, setting.width - 2), 2),
    '',
    ...toRows(
      [
        ['Source', source],
        ['Operations', join(operations)],
        ['Judged by', join(telling)],
      ],
      setting,
    ),
    ...toReadingLines(id, setting),
  ];
}

/** A gap: what the interface leaves open, and what the reference server does. */
export const explainGap = ({ id, question, source, decision }: Gap, setting: Setting): readonly string[] => [
  `${setting.palette.strong(id)}  ${setting.palette.quiet('gap')}`,
  ...indent(wrap(question, setting.width - 2), 2),
  '',
  ...toRows(
    [
      ['Source', source],
      ['Decision', decision],
    ],
    setting,
  ),
];

/** A reading: the meanings that a sentence admits. */
export const explainReading = (reading: Reading, setting: Setting): readonly string[] => [
  `${setting.palette.strong(reading.id)}  ${setting.palette.quiet('reading')}`,
  '',
  ...toReadingRows(reading, setting),
  ...toRows(
    reading.clauses.map((id) => ['Clause', toClauseWords(id)]),
    setting,
  ),
  ...toRows([['Otherwise', reading.exhaustive ? 'fitting none fails' : 'fitting none cannot be told']], setting),
];
