import { toJsonText } from '../../wire/printable.js';
import { toCount } from '../../wire/wording.js';
import type { RunReport } from '../run-report-schema.js';
import { countOutcomes, isApplicable, standingOf } from '../standing.js';
import { element, type Xml } from './markup.js';

/** The width of characters in Verdana, in thousandths of the font size. */
const widths: readonly (readonly [characters: string, width: number])[] = [
  ['il', 274],
  ['jf ', 350],
  [',.t', 390],
  ['-/:r', 445],
  ['csz', 523],
  ['kvxyL', 592],
  ['aeo', 602],
  ['bdghnpquETY', 630],
  ['0123456789', 636],
  ['ABCKRSVXZ', 690],
  ['DGHNOQU', 770],
  ['w', 818],
  ['mMW', 980],
];

/** As wide as the widest, for a character that is not in the table. */
const UNKNOWN = 980;

const widthOfCharacter = (character: string): number =>
  widths.find(([characters]) => characters.includes(character))?.[1] ?? UNKNOWN;

/** About how wide a text is, in the unit of the font size. */
const widthOf = (text: string, size: number): number =>
  (Array.from(text).reduce((sum, character) => sum + widthOfCharacter(character), 0) / 1000) * size;

const LABEL = 'calproof';

/** Dark enough for white text; the words do not depend on them. */
const colours: Readonly<Record<RunReport['exitCode'], string>> = {
  0: '#2a7a35',
  1: '#b3261e',
  3: '#5f6368',
  130: '#5f6368',
};

const SIZE = 11;
const HEIGHT = 20;
const BASE = 14;
const GAP = 6;

/** The conclusion and its numbers as an SVG, for a README. */
export function toBadge(report: RunReport): string {
  const message = toMessage(report);
  const [left, right] = [widthOfPart(LABEL), widthOfPart(message)];
  const size = { width: left + right, height: HEIGHT };
  const title = `${LABEL}: ${message}`;
  const parts = [
    element('title', {}, title),
    element('clipPath', { id: 'calproof-round' }, [element('rect', { ...size, rx: 3 })]),
    element('g', { 'clip-path': 'url(#calproof-round)' }, [
      element('rect', { width: left, height: HEIGHT, fill: '#3c4043' }),
      element('rect', { x: left, width: right, height: HEIGHT, fill: colours[report.exitCode] }),
    ]),
    element('g', { fill: '#fff', 'font-family': 'Verdana,DejaVu Sans,sans-serif', 'font-size': SIZE }, [
      toText(LABEL, 0, left),
      toText(message, left, right),
    ]),
  ];
  const svg = { xmlns: 'http://www.w3.org/2000/svg', ...size, role: 'img', 'aria-label': title };
  return `${element('svg', svg, parts).xml}\n`;
}

/** The same for the endpoint badge of shields.io, version 1 of its schema: https://shields.io/badges/endpoint-badge. */
export const toShields = (report: RunReport): string => toEndpoint(toMessage(report), colours[report.exitCode]);

/** The same of a result that is too old to count. */
export const toExpiredShields = (): string => toEndpoint('expired', colours[3]);

const toEndpoint = (message: string, colour: string): string =>
  toJsonText({ schemaVersion: 1, label: LABEL, message, color: colour.replace('#', '') });

const widthOfPart = (text: string): number => Math.ceil(widthOf(text, SIZE)) + 2 * GAP;

/** `textLength` keeps the width where another font is used. */
const toText = (text: string, x: number, width: number): Xml =>
  element('text', { x: x + GAP, y: BASE, textLength: width - 2 * GAP, lengthAdjust: 'spacingAndGlyphs' }, text);

function toMessage(report: RunReport): string {
  const { requirements, strict } = report;
  const musts = requirements.filter((one) => one.level === 'MUST' && isApplicable(one));
  const breaches = requirements.filter((one) => standingOf(one, strict) === 'breach').length;
  const numbers = `${toCount(countOutcomes(musts).passed)}/${toCount(musts.length)} MUST`;
  return `${toWords(report, breaches)}, ${numbers}`;
}

function toWords({ exitCode, counts: { known } }: RunReport, breaches: number): string {
  if (exitCode === 0) return known === 0 ? 'conforms' : `conforms, ${toCount(known)} known`;
  if (exitCode === 1) return breaches === 0 ? 'baseline outdated' : `deviates: ${toCount(breaches)} failed`;
  return exitCode === 130 ? 'interrupted' : 'not judged';
}
