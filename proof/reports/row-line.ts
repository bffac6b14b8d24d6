import { plural } from '../../harness/reports/layout.js';
import type { Palette } from '../../harness/reports/palette.js';
import { toPrintableLine } from '../../harness/reports/printable.js';
import type { ConformingRow } from '../conforming-row.js';
import type { Catch, FaultRow } from '../fault-row.js';
import { isCaught, isWithinReach } from '../proof.js';

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
  return isWithinReach(row) ? 'not caught' : 'nothing about it can be told on this target';
}

/** One line about a conforming target: who blames it, or how much can be told of it. */
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
