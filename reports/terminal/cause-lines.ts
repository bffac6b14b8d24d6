import { toPrintableLine } from '../../wire/printable.js';
import { plural, toCount } from '../../wire/wording.js';
import type { Cause } from '../causes.js';
import { harms, harmTitles } from '../harm.js';
import { cut, indent, type Setting, wrap } from './layout.js';

type ToLines = (cause: Cause, setting: Setting) => readonly string[];

/** Causes in two lines each, under the harm they do: what fails, and what was observed instead of what. */
export const toCauseLines = (causes: readonly Cause[], setting: Setting): readonly string[] =>
  underHarms(causes, setting, toLines);

/** The same in at most so many rows: a line each where two are too many, and only the first ones where one is. */
export function toFewCauseLines(causes: readonly Cause[], setting: Setting, rows: number): readonly string[] {
  const whole = toCauseLines(causes, setting);
  if (whole.length <= rows) return whole;
  const counts = [...causes.keys()].map((at) => causes.length - at);
  const tries = counts.map((count) => [
    ...underHarms(causes.slice(0, count), setting, toLine),
    ...(count < causes.length ? [`  and ${plural(causes.length - count, 'other cause')}`] : []),
  ]);
  return tries.find((lines) => lines.length <= rows) ?? [`  ${toCount(causes.length)} causes`];
}

const underHarms = (causes: readonly Cause[], setting: Setting, toLinesOf: ToLines): readonly string[] =>
  harms.flatMap((harm) => {
    const those = causes.filter((cause) => cause.harm === harm);
    if (those.length === 0) return [];
    const lines = those.flatMap((cause) => toLinesOf(cause, { ...setting, width: setting.width - 4 }));
    return [setting.palette.quiet(`  ${harmTitles[harm]}`), ...indent(lines, 4)];
  });

function toLines(cause: Cause, setting: Setting): readonly string[] {
  const { palette, width } = setting;
  const { id, level } = cause.failure;
  const [first = '', ...more] = wrap(`${id} ${level}${toAlso(cause)}`, width - 2);
  return [
    `${toMark(cause, setting)} ${first}`,
    ...more.map((line) => `  ${line}`),
    palette.quiet(`  ${cut(toSeen(cause), width - 4)}`),
  ];
}

const toLine: ToLines = (cause, setting) => {
  const head = `${cause.failure.id}${toAlso(cause)}`;
  const seen = cut(`  ${toSeen(cause)}`, setting.width - 2 - head.length);
  return [`${toMark(cause, setting)} ${head}${setting.palette.quiet(seen)}`];
};

function toSeen({ failure }: Cause): string {
  const { expected, observed } = failure.verdict.counterexample.deviation;
  return toPrintableLine(`${observed} (expected ${expected})`);
}

const toMark = ({ failure }: Cause, { palette }: Setting): string =>
  failure.level === 'MUST' ? palette.failed('✗') : palette.doubtful('!');

function toAlso({ failure, explains }: Cause): string {
  const doubt = failure.verdict.intermittent ? ', intermittent' : '';
  return explains.length === 0 ? doubt : `${doubt}, explains ${plural(explains.length, 'other')}`;
}
