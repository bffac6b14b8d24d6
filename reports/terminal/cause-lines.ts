import { toPrintableLine } from '../../wire/printable.js';
import { plural } from '../../wire/wording.js';
import type { Cause } from '../causes.js';
import { harms, harmTitles } from '../harm.js';
import { indent, type Setting, wrap } from './layout.js';

/** Causes in a line each, under the harm they do. */
export const toCauseLines = (causes: readonly Cause[], setting: Setting): readonly string[] =>
  harms.flatMap((harm) => {
    const those = causes.filter((cause) => cause.harm === harm);
    if (those.length === 0) return [];
    const lines = those.flatMap((cause) => toLines(cause, { ...setting, width: setting.width - 2 }));
    return [setting.palette.quiet(`  ${harmTitles[harm]}`), ...indent(lines, 4)];
  });

function toLines({ failure, explains }: Cause, { palette, width }: Setting): readonly string[] {
  const { id, level, verdict } = failure;
  const also = explains.length === 0 ? '' : `, explains ${plural(explains.length, 'other')}`;
  const head = `${id} ${level}${also}`;
  const mark = level === 'MUST' ? palette.failed('✗') : palette.doubtful('!');
  const room = width - head.length - 7;
  const observed = toPrintableLine(verdict.counterexample.deviation.observed);
  const seen = room > 12 ? palette.quiet(`  ${observed.slice(0, room)}`) : '';
  return wrap(head, width - 4).map((line, at) => (at === 0 ? `${mark} ${line}${seen}` : `  ${line}`));
}
