import { clauseOf, isClauseId } from '../contract/clauses.js';
import type { Reading } from '../contract/reading.js';
import { readings } from '../contract/readings.js';
import { indent, LABEL, labelled, wrap } from '../harness/reports/columns.js';
import type { Setting } from '../harness/reports/palette.js';

/** A label and the text beside it. */
type Row = readonly [label: string, text: string];

/** Sets texts beside their labels. */
export const toRows = (rows: readonly Row[], { width }: Setting): readonly string[] =>
  rows.flatMap(([label, text]) => indent(labelled(label, wrap(text, width - LABEL - 2)), 2));

/** Words in a row, or that there are none. */
export const join = (words: readonly string[]): string => (words.length === 0 ? 'none' : words.join(', '));

/** A clause in a sentence: its text, its id and where the interface says it. */
export const toClauseWords = (id: string): string =>
  isClauseId(id) ? `${clauseOf(id).text} (${id}; interface: ${clauseOf(id).source})` : id;

/** The readings that a clause admits. */
export const toReadingLines = (clause: string, setting: Setting): readonly string[] => {
  const open = readings.filter(({ clauses }) => clauses.some((id) => id === clause));
  return open.flatMap((reading) => toReadingRows(reading, setting));
};

/** A reading with its alternatives, the literal one marked with a star. */
export const toReadingRows = ({ id, question, alternatives }: Reading, setting: Setting): readonly string[] => [
  ...toRows([['Reading', `${question} (${id})`]], setting),
  ...toRows(
    alternatives.map(({ text }, index) => ['', `${index === 0 ? '*' : '-'} ${text}`]),
    setting,
  ),
];
