import { toCount } from '../../wire/wording.js';
import type { ConformingRow, FaultRow } from './matrix-row.js';
import { quickestOf, toNumbers, toShareWithin, toStanding } from './proof-text.js';
import { missesOf, type Recall, recallBy, recallOf } from './sample.js';
import { catchersOf, gapsOf, type Proof } from './proof.js';

/** A proof as Markdown: the figures, the kill matrix and the false-alarm matrix. */
export const toProofMarkdown = (proof: Proof): string =>
  [
    ...toHead(proof),
    ...toSampleChapter(proof),
    ...toFaultTable('Faults, and who catches them', proof.faults),
    ...toFaultTable('Faults behind foreign deployments', proof.behind),
    ...toConformingTable(proof.conforming),
    ...toJudges(proof),
  ].join('\n');

function toHead(proof: Proof): readonly string[] {
  const gaps = gapsOf(proof);
  const { target, effort, seed, version, now } = proof;
  return [
    `Judged: ${target}, effort ${effort}, seed ${seed}, calproof ${version}, ${now.slice(0, 10)}.`,
    '',
    '```',
    ...toNumbers(proof),
    '```',
    '',
    ...(gaps.length === 0 ? [] : ['**What is missing**', '', ...gaps.map((gap) => `- ${toCellText(gap)}`), '']),
  ];
}

/** What a sample of the fault space shows; nothing where none was drawn. */
export function toSampleChapter({
  sample,
  seed,
  effort,
}: Pick<Proof, 'sample' | 'seed' | 'effort'>): readonly string[] {
  if (!sample) return [];
  const misses = missesOf(sample).map(({ id, statement, isExercised }) => {
    const fate = isExercised ? 'not caught' : 'not exercised';
    return `| ${code(id)} | ${toCellText(statement)} | ${fate} |`;
  });
  return [
    '## A sample of the fault space',
    '',
    `${toCount(sample.rows.length)} of ${toCount(sample.of)} points, drawn by the seed ${seed}; effort ${effort}. In parentheses: the 95 % interval (Wilson). A point that changed no response in the run is not exercised, and counts as missed. To see a miss again: \`calproof prove --only ID --seed ${seed} --effort ${effort}\`.`,
    '',
    '| | caught | recall | not exercised |',
    '|---|--:|--:|--:|',
    toRecallRow(recallOf('**all points**', sample.rows)),
    ...commons.flatMap((common) => recallBy(sample.rows, common).map((recall) => toRecallRow(named(common, recall)))),
    '',
    ...(misses.length === 0 ? [] : ['| missed | what is wrong | |', '|---|---|---|', ...misses, '']),
  ];
}

const commons = ['site', 'mistake', 'condition'] as const;

const named = (common: string, recall: Recall): Recall => ({ ...recall, name: `${common} ${code(recall.name)}` });

const toRecallRow = (recall: Recall): string => {
  const { name, caught, drawn, unexercised } = recall;
  return `| ${name} | ${toCount(caught)} of ${toCount(drawn)} | ${toShareWithin(recall)} | ${unexercised} |`;
};

/** Text that stays text in a cell of a table. */
const toCellText = (text: string): string => text.replace(/([\\|`*_<>[\]])/g, '\\$1').replace(/\s+/g, ' ');

const code = (id: string): string => `\`${id}\``;

const MOST = 3;

function toFaultTable(title: string, rows: readonly FaultRow[]): readonly string[] {
  if (rows.length === 0) return [];
  const lines = rows.map((row) => {
    const quickest = quickestOf(row);
    const others = row.caughtBy.filter(({ requirement }) => requirement !== quickest?.requirement);
    const named = others.slice(0, MOST).map(({ requirement }) => code(requirement));
    const more = others.length > MOST ? [`${others.length - MOST} more`] : [];
    const place = row.behind === undefined ? '' : ` behind ${code(row.behind)}`;
    const by = quickest ? `${code(quickest.requirement)} | ${quickest.requests} | ${quickest.shown}` : '**nobody** | |';
    return `| ${code(row.id)}${place} | ${toCellText(row.statement)} | ${by} | ${[...named, ...more].join(', ')} |`;
  });
  return [
    `## ${title}`,
    '',
    '| fault | what is wrong | caught by | requests | of its counterexample | and by |',
    '|---|---|---|--:|--:|---|',
    ...lines,
    '',
  ];
}

function toConformingTable(rows: readonly ConformingRow[]): readonly string[] {
  const lines = rows.map((row) => {
    const lost = row.lost.map(
      ({ requirement, reason, allowed }) => `${code(requirement)}: ${toCellText(allowed ?? reason)}`,
    );
    const parts = row.parts.length === 0 ? '' : ` (${row.parts.map(code).join(', ')})`;
    const statement = row.parts.length === 0 ? toCellText(row.statement) : `Several at once${parts}`;
    const shown = lost.length > MOST ? [...lost.slice(0, MOST), `${lost.length - MOST} more`] : lost;
    return `| ${code(row.id)} | ${statement} | ${toCellText(toStanding(row))} | ${shown.join('; ')} |`;
  });
  return [
    '## Conforming targets, and that nobody blames them',
    '',
    '| target | how it differs | | inconclusive or not applicable |',
    '|---|---|---|---|',
    ...lines,
    '',
  ];
}

/** Which faults each requirement catches. */
function toJudges(proof: Proof): readonly string[] {
  const catchers = catchersOf(proof);
  const lines = proof.bare.passed.map((id) => {
    const faults = [...new Set(catchers.get(id) ?? [])];
    const shown = faults.slice(0, MOST).map(code);
    const more = faults.length > MOST ? [`${faults.length - MOST} more`] : [];
    return `| ${code(id)} | ${toCount(faults.length)} | ${[...shown, ...more].join(', ')} |`;
  });
  return ['## Requirements, and what they catch', '', '| requirement | faults | |', '|---|--:|---|', ...lines, ''];
}
