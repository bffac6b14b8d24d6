import type { Judged } from '../run-event.js';
import { type Cause, toCauses } from './causes.js';
import { indent, wrap } from './columns.js';
import { plural } from './layout.js';
import type { Setting } from './palette.js';
import { toPrintableLine } from './printable.js';

/** How many are named; all were told at length before. */
const MOST = 12;

/** What failed, a line for each cause, where there is more than one: so that the end of a run is one screen. */
export function toCauseLines(judged: readonly Judged[], setting: Setting): readonly string[] {
  const causes = toCauses(judged);
  if (causes.length < 2) return [];
  const more = causes.length - MOST;
  return [
    setting.palette.strong('Failed'),
    ...indent(
      causes.slice(0, MOST).flatMap((cause) => toLines(cause, setting)),
      2,
    ),
    ...(more > 0 ? [`  and ${plural(more, 'other')}`] : []),
    '',
  ];
}

function toLines({ requirement, verdict, explains }: Cause, { palette, width }: Setting): readonly string[] {
  const { id, level } = requirement;
  const also = explains.length === 0 ? '' : `, explains ${plural(explains.length, 'other')}`;
  const head = `${id} ${level}${also}`;
  const mark = level === 'MUST' ? palette.failed('✗') : palette.doubtful('!');
  const room = width - head.length - 7;
  const observed = toPrintableLine(verdict.counterexample.deviation.observed);
  const told = room > 12 ? palette.quiet(`  ${observed.slice(0, room)}`) : '';
  return wrap(head, width - 4).map((line, at) => (at === 0 ? `${mark} ${line}${told}` : `  ${line}`));
}
