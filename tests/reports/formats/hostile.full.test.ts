import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reportFormats } from '../../../reports/formats/report-formats.js';
import { reports } from '../../../reports/formats/reports.js';
import type { RunReport } from '../../../reports/run-report-schema.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../../wire/json.js';
import { attackOf, attacks } from '../hostile.js';
import { mixedRun, reportOf } from '../sample-run.js';
import { expectValid, UNSAFE } from './valid-reports.js';

/** The members of a report that a target decides: what it said, and what follows from that. */
const SAID = ['expected', 'observed', 'message', 'text', 'value'];
const DECIDED = [
  ...SAID,
  'reason',
  'why',
  'left',
  'learned',
  'conclusion',
  'warnings',
  'headers',
  'target',
  'curl',
  'statement',
];

/** A report in which the target's words are replaced, one after the other. */
function poisoned(report: RunReport, words: readonly string[], where: readonly string[] = DECIDED): RunReport {
  let next = 0;
  const poison = (value: JsonValue, said: boolean): JsonValue => {
    if (isJsonArray(value)) return value.map((item) => poison(item, said));
    if (isJsonObject(value)) {
      const members = Object.entries(value);
      return Object.fromEntries(members.map(([name, member]) => [name, poison(member, said || where.includes(name))]));
    }
    return said && typeof value === 'string' ? (words[next++ % words.length] ?? value) : value;
  };
  const plain: JsonValue = JSON.parse(JSON.stringify({ ...report, warnings: ['x'], left: ['x'], learned: { a: 'x' } }));
  return poison(plain, false) as unknown as RunReport;
}

const expectSafe = async (format: (typeof reportFormats)[number], report: RunReport): Promise<void> => {
  const text = reports[format](report);
  expect(UNSAFE.exec(text)?.[0]).toBeUndefined();
  await expectValid[format](text);
};

const ofMegabytes = (): RunReport =>
  poisoned(reportOf(mixedRun()), [attackOf(2 ** 20), ...Array.from({ length: 10 }, () => 'x')], SAID);

describe.each(reportFormats)('%s', (format) => {
  test('of a target that says nothing but attacks is valid and safe to show', async () => {
    await expectSafe(format, poisoned(reportOf(mixedRun()), attacks));
  });

  test('of a target that says a megabyte at a time is valid', async () => {
    await expectSafe(format, ofMegabytes());
  });
});

test.each(attacks)('an archive of a request to %j is valid', async (attack) => {
  await expectSafe('har', poisoned(reportOf(mixedRun()), [attack], ['target']));
});

const keepAll = ['json', 'har'] as const;

test.each(reportFormats.filter((format) => !keepAll.some((one) => one === format)))(
  '%s of a target that says a megabyte at a time is bounded',
  (format) => {
    expect(reports[format](ofMegabytes()).length).toBeLessThan(2 ** 20);
  },
);

const anyWords = fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { minLength: 1, maxLength: 40 });
const parsed = ['html', 'junit', 'badge'] as const;

test.each(reportFormats.filter((format) => !parsed.some((one) => one === format)))(
  '%s of any words is valid',
  (format) =>
    fc.assert(
      fc.asyncProperty(anyWords, async (words) => {
        await expectSafe(format, poisoned(reportOf(mixedRun()), words));
      }),
    ),
);

test.each(parsed)('%s of any words is valid', async (format) => {
  const [first = '', ...texts] = fc
    .sample(anyWords, 50)
    .map((words) => reports[format](poisoned(reportOf(mixedRun()), words)));
  expect([first, ...texts].filter((text) => UNSAFE.test(text))).toEqual([]);
  await expectValid[format](first, ...texts);
});
