import { describe, expect, test } from 'vitest';
import type { RunEnd } from '../../../kernel/run-event.js';
import { reportFormats } from '../../../reports/formats/report-formats.js';
import { reports } from '../../../reports/formats/reports.js';
import type { RunReport } from '../../../reports/run-report-schema.js';
import { endWith, judged, mixedRun, passed, reportOf, untested } from '../sample-run.js';
import { expectValid } from './valid-reports.js';

const runs: Readonly<Record<string, RunEnd>> = {
  'that fails': mixedRun(),
  'that passes': endWith([judged('a.x', passed)]),
  'that was interrupted at once': endWith([judged('a.x', untested)], { end: 'interrupted', requests: 0, ms: 0 }),
  'without requirements': endWith([]),
};

describe.each(reportFormats)('%s', (format) => {
  test.each(Object.keys(runs))('of a run %s is valid', async (name) => {
    const text = reports[format](reportOf(runs[name] ?? endWith([])));
    expect(text.endsWith('\n')).toBe(true);
    await expectValid[format](text);
  });

  test('is the same for the same run', () => {
    expect(reports[format](reportOf(mixedRun()))).toBe(reports[format](reportOf(mixedRun())));
  });

  test('is made from the JSON report as from the run', () => {
    const stored: RunReport = JSON.parse(reports.json(reportOf(mixedRun())));
    expect(reports[format](stored)).toBe(reports[format](reportOf(mixedRun())));
  });

  test('of a report without what later versions add is valid', async () => {
    const { started, clauseSet, ...report } = reportOf(mixedRun());
    expect([started, clauseSet]).not.toContain(undefined);
    await expectValid[format](reports[format](report));
  });
});

describe('the validators of reports refuse an invalid one', () => {
  test.each([
    ['json', '{"format":"calproof.run/2"}'],
    ['html', reports.html(reportOf(mixedRun())).replace('<main>', '<main><h1>x</main>')],
    ['junit', '<testsuites/>'],
    ['junit', reports.junit(reportOf(mixedRun())).replace('The clause.', '\u0001')],
    ['ctrf', '{"reportFormat":"CTRF"}'],
    ['markdown', '## x\n\n<script>alert(1)</script>\n'],
    ['markdown', '[x](http://example.org)\n'],
    ['github', '::error title=a,b::x\n'],
    ['har', '{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[{}]}}'],
    ['badge', '<svg>&nbsp;</svg>'],
    ['shields', '{"schemaVersion":1,"label":"calproof","message":"conforms"}'],
    ['statement', reports.statement(reportOf(mixedRun())).replace('"exitCode": 1', '"exitCode": 0')],
  ] as const)('%s, case %#', async (format, text) => {
    await expect(async () => expectValid[format](text)).rejects.toThrow();
  });
});
