import { indent, labelled, type Palette, type Setting, wrap } from '../../reports/terminal/layout.js';
import { toPrintableLine } from '../../wire/printable.js';
import { plural, toCount } from '../../wire/wording.js';
import type { Catch, ConformingRow, FaultRow } from './matrix-row.js';
import { missesOf, type PointRow, type Recall, recallBy, recallOf, type Sample } from './sample.js';
import {
  catchersOf,
  type Figures,
  figuresOf,
  gapsOf,
  isCaught,
  isWithinReach,
  missesWithin,
  type Proof,
  SHORT,
} from './proof.js';

const NAME = 52;

/** The requirement that needed the fewest requests to catch a fault; undefined for a fault that got away. */
export const quickestOf = ({ caughtBy }: FaultRow): Catch | undefined =>
  caughtBy.toSorted((one, other) => one.requests - other.requests)[0];

/** One line about a fault: who caught it, and with how many requests. */
export function toFaultLine(row: FaultRow, palette: Palette): string {
  const name = row.behind === undefined ? row.id : `${row.id} behind ${row.behind}`;
  const mark = isCaught(row) ? palette.passed('✓') : isWithinReach(row) ? palette.failed('✗') : palette.doubtful('-');
  return `${mark} ${name.padEnd(NAME)} ${toPrintableLine(toFate(row))}`;
}

/** One line about a point: who caught it, or how to see that nobody did. */
export function toPointLine(row: PointRow, palette: Palette): string {
  if (row.caughtBy !== undefined) return `${palette.passed('✓')} ${row.id.padEnd(NAME)} ${row.caughtBy}`;
  const [defect] = row.defects;
  const fate = defect === undefined ? toMissed(row) : `calproof itself failed: ${toPrintableLine(defect)}`;
  return `${palette.failed('✗')} ${row.id.padEnd(NAME)} ${fate}`;
}

const toMissed = ({ isExercised, alsoFailed: [other] }: PointRow): string => {
  if (!isExercised) return 'not exercised';
  return other === undefined ? 'not caught' : `not caught by what it is about; ${other} fails`;
};

/** What became of a fault, in a few words. */
export function toFate(row: FaultRow): string {
  const quickest = quickestOf(row);
  if (quickest) {
    const others = row.caughtBy.length - 1;
    const more = others === 0 ? '' : ` and ${others} more`;
    return `${quickest.requirement} (${plural(quickest.requests, 'request')})${more}`;
  }
  if (row.defects[0] !== undefined) return `calproof itself failed: ${row.defects[0]}`;
  if (row.withoutEffect) return 'changes no answer of this target';
  return isWithinReach(row) ? 'not caught' : 'no requirement about it reaches a verdict on this target';
}

/** One line about a conforming target: who blames it, or how many verdicts are reached on it. */
export function toConformingLine(row: ConformingRow, palette: Palette): string {
  const innocent = row.blamed.length === 0 && row.defects.length === 0;
  const mark = innocent ? palette.passed('✓') : palette.failed('✗');
  return `${mark} ${row.id.padEnd(NAME)} ${toPrintableLine(toStanding(row))}`;
}

/** How a conforming target stands, in a few words. */
export function toStanding({ blamed: [first, ...others], defects, passed, bare }: ConformingRow): string {
  if (first) {
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    return `blamed by ${first.requirement}: expected ${first.expected}, observed ${first.observed}${more}`;
  }
  if (defects[0] !== undefined) return `calproof itself failed: ${defects[0]}`;
  return passed === bare ? `all ${bare} pass` : `${passed} of ${bare} pass, none fails`;
}

/** What a proof without gaps shows: a sample measures, and a quick run that missed faults proves nothing either. */
export function toVerdict(proof: Proof): string {
  const { within, missed } = missesWithin(proof);
  if (missed.length > 0)
    return `Not proven: ${toShare(missed.length, within)} faults missed, as ${proof.effort} effort may.`;
  return proof.isSampled || proof.sample ? 'Measured.' : 'Proven.';
}

/** A proof on one screen: what it shows in numbers, then what is missing. */
export function toProofLines(proof: Proof, { palette, width }: Setting): readonly string[] {
  const gaps = gapsOf(proof);
  const paint = missesWithin(proof).missed.length === 0 ? palette.passed : palette.doubtful;
  const verdict = gaps.length === 0 ? paint(toVerdict(proof)) : palette.failed('Not proven.');
  const missing = gaps.map((gap) => indent(wrap(gap, width - 2), 2)).flat();
  const details = proof.sample ? toSampleLines(proof, proof.sample) : [];
  return [
    '',
    ...toNumbers(proof),
    ...details,
    ...(gaps.length > 0 ? ['', 'What is missing', ...missing] : []),
    '',
    verdict,
  ];
}

const toShare = (count: number, all: number): string => `${toCount(count)} of ${toCount(all)}`;

const toPercent = (share: number): string => `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;

/** The figures, each with what it is about. */
export function toNumbers(proof: Proof): readonly string[] {
  const figures = figuresOf(proof);
  return [
    ...(proof.faults.length + proof.behind.length === 0 ? [] : toFaultNumbers(proof, figures)),
    ...(proof.sample
      ? labelled('Recall', [toRecallLine(recallOf(`of ${toCount(proof.sample.of)} points`, proof.sample.rows))])
      : []),
    ...(figures.conforming > 0 ? toInnocence(figures) : []),
    ...labelled('Effort', [
      `${proof.effort}: ${plural(proof.bare.requests, 'request')} a run${figures.caught === 0 ? '' : `, ${figures.perThousand.toFixed(1)} faults caught for every 1,000 requests`}`,
    ]),
  ];
}

const toInnocence = ({ unblamed, conforming, leastConclusive }: Figures): readonly string[] =>
  labelled('Innocent', [
    `${toShare(unblamed, conforming)} conforming targets not blamed; at least ${toPercent(leastConclusive)} of the requirements pass on each`,
  ]);

/** No longer than a label may be. */
const toLabel = { site: 'By site', mistake: 'By mistake', condition: 'By when' } as const;

/** The recall of a sample by what its points have in common, and how to see each miss again. */
function toSampleLines({ seed, effort }: Proof, sample: Sample): readonly string[] {
  const by = (['site', 'mistake', 'condition'] as const).flatMap((common) => [
    '',
    ...labelled(toLabel[common], recallBy(sample.rows, common).map(toRecallLine)),
  ]);
  const misses = missesOf(sample).map(({ id }) => `calproof prove --only ${id} --seed ${seed} --effort ${effort}`);
  return [...by, '', ...(misses.length === 0 ? [] : ['Missed', ...misses.map((line) => `  ${line}`)])];
}

/** A recall with its interval: `cut 12 of 14, 85.7 % (60.1 to 96.0 %)`. */
function toRecallLine(recall: Recall): string {
  const { name, caught, drawn, unexercised } = recall;
  const idle = unexercised === 0 ? '' : `, ${unexercised} not exercised`;
  return `${name}: ${toShare(caught, drawn)}, ${toShareWithin(recall)}${idle}`;
}

/** A recall as a share, with its interval: `85.7 % (60.1 to 96.0 %)`. */
export const toShareWithin = ({ caught, drawn, from, to }: Recall): string =>
  `${toPercent(caught / Math.max(1, drawn))} (${toPercent(from).slice(0, -2)} to ${toPercent(to)})`;

/** How many causes the faults come to; nothing for a report that keeps no causes. */
function toCauseNumbers({ byCauses: [one, two, more] }: Figures): readonly string[] {
  const all = one + two + more;
  return all === 0
    ? []
    : labelled('Causes', [
        `${toShare(one, all)} faults reported as one cause (${toPercent(one / all)}), ${toCount(two)} as two, ${toCount(more)} as three or more`,
      ]);
}

function toFaultNumbers(proof: Proof, figures: Figures): readonly string[] {
  const { caught, faults, short } = figures;
  const behind = proof.behind.filter(isWithinReach);
  const outOfReach = proof.faults.length - faults;
  return [
    ...labelled('Faults', [
      ...(faults > 0 ? [`${toShare(caught, faults)} caught by a requirement about them`] : []),
      ...(outOfReach > 0
        ? [`${plural(outOfReach, 'fault')}${faults > 0 ? ' more' : ''} that this target cannot show`]
        : []),
      ...(behind.length > 0
        ? [`${toShare(behind.filter(isCaught).length, behind.length)} caught behind foreign deployments`]
        : []),
      ...(caught > 0 ? [`${toShare(short, caught)} shown by at most ${SHORT} requests beyond arranging`] : []),
    ]),
    ...toCauseNumbers(figures),
    ...(proof.bails ? [] : toJudges(proof)),
  ];
}

const toJudges = (proof: Proof): readonly string[] =>
  labelled('Judges', [
    `${toShare(catchersOf(proof).size, proof.bare.passed.length)} requirements catch at least one fault`,
  ]);
