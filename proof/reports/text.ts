import { indent, labelled, wrap } from '../../harness/reports/columns.js';
import { plural, toCount } from '../../harness/reports/layout.js';
import type { Setting } from '../../harness/reports/palette.js';
import { type Figures, figuresOf, SHORT } from '../figures.js';
import { gapsOf } from '../gaps.js';
import { catchersOf, isCaught, isWithinReach, type Proof } from '../proof.js';

/** A proof on one screen: what it shows in numbers, then what is missing. */
export function toProofLines(proof: Proof, { palette, width }: Setting): readonly string[] {
  const gaps = gapsOf(proof);
  const verdict = gaps.length === 0 ? palette.passed('Proven.') : palette.failed('Not proven.');
  const missing = gaps.map((gap) => indent(wrap(gap, width - 2), 2)).flat();
  return ['', ...toNumbers(proof), ...(gaps.length > 0 ? ['', 'What is missing', ...missing] : []), '', verdict];
}

const toShare = (count: number, all: number): string => `${toCount(count)} of ${toCount(all)}`;

const toPercent = (share: number): string => `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;

/** The figures, each with what it is about. */
export function toNumbers(proof: Proof): readonly string[] {
  const figures = figuresOf(proof);
  return [
    ...toFaultNumbers(proof, figures),
    ...labelled('Innocent', [
      `${toShare(figures.unblamed, figures.conforming)} conforming targets not blamed; at least ${toPercent(figures.leastConclusive)} can be told of each`,
    ]),
    ...labelled('Effort', [
      `${proof.effort}: ${plural(proof.bare.requests, 'request')} a run, ${figures.perThousand.toFixed(1)} faults caught for every 1,000 requests`,
    ]),
  ];
}

function toFaultNumbers(proof: Proof, { caught, faults, short }: Figures): readonly string[] {
  const behind = proof.behind.filter(isWithinReach);
  const outOfReach = proof.faults.length - faults;
  const useful = [...catchersOf(proof).keys()].length;
  return [
    ...labelled('Faults', [
      `${toShare(caught, faults)} caught by a requirement about them`,
      ...(outOfReach > 0 ? [`${plural(outOfReach, 'fault')} more that this target cannot show`] : []),
      `${toShare(behind.filter(isCaught).length, behind.length)} caught behind foreign deployments`,
      `${toShare(short, caught)} shown by at most ${SHORT} requests beyond arranging`,
    ]),
    ...labelled('Judges', [`${toShare(useful, proof.bare.passed.length)} requirements catch at least one fault`]),
  ];
}
