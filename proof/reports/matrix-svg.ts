import type { Proof } from '../proof.js';
import { escapeHtml } from '../../harness/reports/html/escape-html.js';

const SIZE = 3;

/** The kill matrix as a picture: a dot where a requirement caught a fault, named when pointed at. */
export function toMatrixSvg({ bare, faults }: Proof): string {
  const columns = new Map(bare.passed.map((id, at) => [id, at]));
  const dots = faults.flatMap(({ id, caughtBy }, row) =>
    caughtBy.map(({ requirement }) => toDot(`${id}: ${requirement}`, columns.get(requirement) ?? 0, row)),
  );
  const [width, height] = [columns.size * SIZE, faults.length * SIZE];
  const label = `${faults.length} faults by ${columns.size} requirements`;
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${dots.join('')}</svg>`;
}

const toDot = (title: string, column: number, row: number): string =>
  `<rect x="${column * SIZE}" y="${row * SIZE}" width="${SIZE}" height="${SIZE}"><title>${escapeHtml(title)}</title></rect>`;
