import { toPrintableLine } from '../../wire/printable.js';
import { plural } from '../../wire/wording.js';
import type { Cause } from '../causes.js';
import { harms, harmTitles } from '../harm.js';
import { indent, type Setting, wrap } from './layout.js';

/** Causes in two lines each, under the harm they do: what fails, and what was observed instead of what. */
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
  const mark = level === 'MUST' ? palette.failed('✗') : palette.doubtful('!');
  const { expected, observed } = verdict.counterexample.deviation;
  const seen = toPrintableLine(`${observed} (expected ${expected})`);
  const head = wrap(`${id} ${level}${also}`, width - 4).map((line, at) => `${at === 0 ? mark : ' '} ${line}`);
  return [...head, palette.quiet(`  ${cut(seen, width - 6)}`)];
}

/** A text in the room there is. */
const cut = (text: string, room: number): string => (text.length <= room ? text : `${text.slice(0, room - 3)}...`);
