import { expect, test } from 'vitest';
import { reports } from '../../reports/formats/reports.js';
import { joinShards } from '../../reports/merge/merged-report.js';
import type { RunReport } from '../../reports/run-report-schema.js';
import { createPalette } from '../../reports/terminal/layout.js';
import { toSummaryLines } from '../../reports/terminal/summary.js';
import { expectValid } from './formats/valid-reports.js';
import { endWith, judged, passed, reportOf } from './sample-run.js';

const latencies = [
  { operation: 'events.list', count: 1200, median: 12, p95: 80, max: 210 },
  { operation: 'tags.create', count: 1, median: 4, p95: 4, max: 4 },
  { operation: 'tags.list', count: 9, median: 3, p95: 5, max: 9 },
  { operation: 'venues.read', count: 5, median: 1, p95: 40, max: 90 },
];
const bare = reportOf(endWith([judged('tags.read.x', passed)]));
const measured: RunReport = { ...bare, latencies };
const summaryOf = (report: RunReport) => toSummaryLines(report, { palette: createPalette(false), width: 200 });

test('the summary names the slowest operations in one line', () => {
  expect(summaryOf(measured).filter((line) => line.startsWith('Latency'))).toEqual([
    'Latency    slowest at the 95th percentile: events.list 80 ms, venues.read 40 ms, tags.list 5 ms',
  ]);
  expect(summaryOf(bare).join('\n')).not.toContain('Latency');
});

test('the page has all of them', async () => {
  const page = reports.html(measured);
  await expectValid.html(page);
  const [, section = ''] = /<section id="latencies"[^]*?<tbody>([^]*?)<\/tbody>/.exec(page) ?? [];
  const rows = section.match(/<tr>.*/g)?.map((row) =>
    row
      .replaceAll(/<[^>]*>/g, ' ')
      .trim()
      .split(/ +/),
  );
  expect(rows).toEqual([
    ['events.list', '1,200', '12', '80', '210'],
    ['tags.create', '1', '4', '4', '4'],
    ['tags.list', '9', '3', '5', '9'],
    ['venues.read', '5', '1', '40', '90'],
  ]);
  expect(reports.html(bare)).not.toContain('id="latencies"');
});

test('the JSON report has them, and they change nothing else', async () => {
  await expectValid.json(reports.json(measured));
  const { latencies: reported, ...rest } = JSON.parse(reports.json(measured)) as RunReport;
  expect(reported).toEqual(latencies);
  expect(rest).toEqual(JSON.parse(reports.json(bare)));
});

test('a merged report has none', () => {
  const shard = { index: 1, count: 1, planned: ['tags.read.x'] };
  expect(joinShards([{ name: 'one.json', report: { ...measured, shard } }])).not.toHaveProperty('latencies');
});
