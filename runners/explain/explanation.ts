import type { Clause } from '../../contract/clauses/clause.js';
import { clauseOf, isClauseId } from '../../contract/clauses/clauses.js';
import type { Gap } from '../../contract/gaps.js';
import type { Reading } from '../../contract/readings/reading.js';
import { readings } from '../../contract/readings/readings.js';
import type { RequirementInfo } from '../../kernel/requirement.js';
import { indent, LABEL, labelled, type Setting, wrap } from '../../reports/terminal/layout.js';
import { toPrintableLine } from '../../wire/printable.js';
import { covers } from './catalogue.js';
import type { Example } from './example.js';

/** A label and the text beside it. */
type Row = readonly [label: string, text: string];

/** Sets texts beside their labels. */
const toRows = (rows: readonly Row[], { width }: Setting): readonly string[] =>
  rows.flatMap(([label, text]) => indent(labelled(label, wrap(text, width - LABEL - 2)), 2));

/** Words in a row, or that there are none. */
const join = (words: readonly string[]): string => (words.length === 0 ? 'none' : words.join(', '));

/** A clause in a sentence: its text, its id and where the interface says it. */
const toClauseWords = (id: string): string =>
  isClauseId(id) ? `${clauseOf(id).text} (${id}; interface: ${clauseOf(id).source})` : id;

/** The readings that a clause admits. */
const toReadingLines = (clause: string, setting: Setting): readonly string[] => {
  const open = readings.filter(({ clauses }) => clauses.some((id) => id === clause));
  return open.flatMap((reading) => toReadingRows(reading, setting));
};

/** A reading with its alternatives, the literal one marked with a star. */
const toReadingRows = ({ id, question, alternatives }: Reading, setting: Setting): readonly string[] => [
  ...toRows([['Reading', `${question} (${id})`]], setting),
  ...toRows(
    alternatives.map(({ text }, index) => ['', `${index === 0 ? '*' : '-'} ${text}`]),
    setting,
  ),
];

/** A clause: its text, its readings, and the requirements that cover it. */
export function explainClause(
  { id, profile, text, source, operations }: Clause,
  requirements: readonly RequirementInfo[],
  setting: Setting,
): readonly string[] {
  const covering = requirements.filter((requirement) => covers(requirement, id)).map((one) => one.id);
  return [
    `${setting.palette.strong(id)}  ${setting.palette.quiet(`clause, ${profile}`)}`,
    ...indent(wrap(text, setting.width - 2), 2),
    '',
    ...toRows(
      [
        ['Source', source],
        ['Operations', join(operations)],
        ['Judged by', join(covering)],
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
  ...toRows(
    [
      [
        'Otherwise',
        reading.exhaustive ? 'a target that matches none fails' : 'a target that matches none is inconclusive',
      ],
    ],
    setting,
  ),
];

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
  if (!example) return toRows([['Example', 'none applies to the reference server']], setting);
  return [
    ...toRows([['Example', toPrintableLine(example.input)]], setting),
    '',
    '  Requests sent to the embedded reference server:',
    ...indent(example.requests.map(toPrintableLine), 4),
  ];
}
