import { escapeHtml } from '../../reports/html/html-template.js';
import type { Proof } from './proof.js';

const SIZE = 3;
const LEFT = 150;
const TOP = 110;

/** A run of neighbours on an axis that share the part of their ids before the first dot. */
interface Stretch {
  readonly name: string;
  readonly from: number;
}

const toStretches = (ids: readonly string[]): readonly Stretch[] =>
  ids
    .map((id, from) => ({ name: id.split('.')[0] ?? id, from }))
    .filter(({ name }, at, all) => name !== all[at - 1]?.name);

/** The kill matrix as a picture: a square where a requirement caught a fault; its title names both. */
export function toKillMatrix({ bare, faults: unordered }: Proof): string {
  const faults = unordered.toSorted((one, other) => one.id.localeCompare(other.id, 'en'));
  const requirements = bare.passed.toSorted();
  const columns = new Map(requirements.map((id, at) => [id, at]));
  const dots = faults.flatMap(({ id, caughtBy }, row) =>
    caughtBy.map(({ requirement }) => toDot(`${id}: ${requirement}`, columns.get(requirement) ?? 0, row)),
  );
  const [width, height] = [LEFT + columns.size * SIZE, TOP + faults.length * SIZE];
  const label = `${faults.length} faults by ${columns.size} requirements`;
  const axes = [
    `<text class="axis" x="${LEFT}" y="14">requirements →</text><text class="axis" x="0" y="${TOP - 6}">faults ↓</text>`,
    ...spread(toStretches(requirements)).map(({ name, from }) => toLabel(name, LEFT + from * SIZE, TOP - 6, -60)),
    ...spread(toStretches(faults.map(({ id }) => id))).map(({ name, from }) =>
      toLabel(name, 0, TOP + from * SIZE + 9, 0),
    ),
  ];
  return `<div class="scroll" tabindex="0" role="group" aria-label="Kill matrix"><svg width="${width}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${axes.join('')}${dots.join('')}</svg></div>`;
}

/** Labels closer than a line of text would cover each other. */
const LINE = 4;

const spread = (all: readonly Stretch[]): readonly Stretch[] => {
  const shown: Stretch[] = [];
  for (const one of all) if (one.from - (shown.at(-1)?.from ?? -LINE) >= LINE) shown.push(one);
  return shown;
};

const toLabel = (name: string, x: number, y: number, turn: number): string =>
  `<text x="${x}" y="${y}"${turn === 0 ? '' : ` transform="rotate(${turn} ${x} ${y})"`}>${escapeHtml(name)}</text>`;

const toDot = (title: string, column: number, row: number): string =>
  `<rect x="${LEFT + column * SIZE}" y="${TOP + row * SIZE}" width="${SIZE}" height="${SIZE}"><title>${escapeHtml(title)}</title></rect>`;
