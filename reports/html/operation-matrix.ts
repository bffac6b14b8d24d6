import type { Level } from '../../kernel/requirement.js';
import type { ReportedRequirement, RunReport } from '../run-report-schema.js';
import { countOutcomes, levels } from '../standing.js';
import { type Html, html } from './html-template.js';
import { marks, outcomeIds } from './verdict-band.js';

/** A kind of requirement: what it comes from, and how binding it is. */
interface Kind {
  readonly profile: string;
  readonly level: Level;
}

/** How many requirements of one kind on one operation have which outcome. */
type CellCounts = RunReport['counts'];

interface MatrixRow {
  readonly operation: string;
  /** In the order of the kinds; undefined where nothing is required. */
  readonly cells: readonly (CellCounts | undefined)[];
}

/** The operations of one resource by kinds of requirement. */
interface Panel {
  readonly resource: string;
  readonly rows: readonly MatrixRow[];
}

/** The kinds that a run has, profile by profile in its order. */
function kindsOf(all: readonly ReportedRequirement[]): readonly Kind[] {
  const profiles = [...new Set(all.map(({ profile }) => profile))];
  const has = (kind: Kind): boolean => all.some((one) => isOf(one, kind));
  return profiles.flatMap((profile) => levels.map((level) => ({ profile, level }))).filter(has);
}

/** The operations of a run by resource, each with its outcomes; a requirement on several operations counts for each. */
function toPanels(all: readonly ReportedRequirement[], kinds: readonly Kind[]): readonly Panel[] {
  const operations = [...new Set(all.flatMap((one) => one.operations))].sort();
  const resources = [...new Set(operations.map(resourceOf))];
  return resources.map((resource) => ({
    resource,
    rows: operations.filter((one) => resourceOf(one) === resource).map((one) => toMatrixRow(one, all, kinds)),
  }));
}

const resourceOf = (operation: string): string => operation.split('.')[0] ?? operation;

function toMatrixRow(operation: string, all: readonly ReportedRequirement[], kinds: readonly Kind[]): MatrixRow {
  const about = all.filter(({ operations }) => operations.includes(operation));
  const ofKinds = kinds.map((kind) => about.filter((one) => isOf(one, kind)));
  return { operation, cells: ofKinds.map((some) => (some.length === 0 ? undefined : countOutcomes(some))) };
}

const isOf = ({ profile, level }: ReportedRequirement, kind: Kind): boolean =>
  profile === kind.profile && level === kind.level;

const LABEL = 151;
const CELL = { width: 60, height: 24, gap: 2 } as const;
const HEAD = 44;

/** Operations by kinds of requirement, one picture a resource; a cell shows how many of those that apply passed, and the worst outcome by sign and colour. */
export function toMatrix(all: readonly ReportedRequirement[]): Html {
  const kinds = kindsOf(all);
  const panels = toPanels(all, kinds).map((panel) => toPanel(panel, kinds));
  return html`<div class="panels">${panels}</div>
<p class="legend">${outcomeIds.map((one) => html`<span><span class="mark ${one}" aria-hidden="true">${marks[one].sign}</span> ${marks[one].word}</span> `)}</p>
<p class="quiet">Each cell: passed of applicable requirements; the sign and the colour are those of its worst outcome. Select a cell to list its requirements.</p>`;
}

function toPanel({ resource, rows }: Panel, kinds: readonly Kind[]): Html {
  const width = LABEL + kinds.length * (CELL.width + CELL.gap);
  const height = HEAD + rows.length * (CELL.height + CELL.gap);
  return html`<figure class="panel"><figcaption>${resource}</figcaption><div class="scroll" tabindex="0" role="group" aria-label="${resource}, by kind of requirement">
<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg">
${kinds.map(toHead)}
${rows.map((row, at) => toRow(row, { y: HEAD + at * (CELL.height + CELL.gap), kinds }))}</svg></div></figure>
`;
}

const toX = (at: number): number => LABEL + at * (CELL.width + CELL.gap);

const toHead = ({ profile, level }: Kind, at: number): Html => {
  const x = toX(at) + CELL.width / 2;
  return html`<text class="head" x="${x}" y="16" text-anchor="middle">${profile}</text><text class="head level" x="${x}" y="32" text-anchor="middle">${level}</text>`;
};

interface RowPosition {
  readonly y: number;
  readonly kinds: readonly Kind[];
}

const toRow = (
  { operation, cells }: MatrixRow,
  { y, kinds }: RowPosition,
): Html => html`<text class="operation" x="0" y="${y + 16}">${operation.slice(operation.indexOf('.') + 1)}</text>${cells.map(
  (counts, at) => {
    const kind = kinds[at];
    return counts && kind ? toCell(counts, { x: toX(at), y, operation, kind }) : undefined;
  },
)}
`;

interface CellPosition {
  readonly x: number;
  readonly y: number;
  readonly operation: string;
  readonly kind: Kind;
}

function toCell(counts: CellCounts, { x, y, operation, kind }: CellPosition): Html {
  const present = outcomeIds.filter((one) => counts[one] > 0);
  const words = present.map((one) => `${counts[one]} ${marks[one].word}`);
  const worst = present[0] ?? 'passed';
  const applicable = present.reduce((sum, one) => (one === 'inapplicable' ? sum : sum + counts[one]), 0);
  const ratio = applicable === 0 ? '' : `${counts.passed}/${applicable}`;
  const shown = `${marks[worst].sign} ${ratio}`.trim();
  const title = `${operation}, ${kind.profile} ${kind.level}: ${words.join(', ')}`;
  const query = `?operation=${operation}&profile=${kind.profile}&level=${kind.level}`;
  return html`<a href="#${query}" class="cell ${worst}" aria-label="${shown}: ${title}"><title>${title}</title>
<rect x="${x}" y="${y}" width="${CELL.width}" height="${CELL.height}" rx="4"/>
<text x="${x + CELL.width / 2}" y="${y + 16}" text-anchor="middle">${shown}</text></a>`;
}
