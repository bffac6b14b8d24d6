import { expect, test } from 'vitest';
import { fromExchangeJson, toExchangeJson } from '../../reports/exchange-json.js';
import { createPalette } from '../../reports/terminal/layout.js';
import { toRunLines } from '../../reports/terminal/run-lines.js';
import { endWith, exchangeWith, judged, mixedRun, passed, reportOf } from './sample-run.js';

/** As another process finds it. */
const stored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

const binary = { status: 200, headers: [['a', 'b']], body: Uint8Array.of(0xff, 0) } as const;

test.each([
  ['a response', { at: Date.parse('2026-11-21T09:00:00.007Z') }],
  ['a truncated response', { outcome: { kind: 'truncated', response: binary } }],
  ['no connection', { outcome: { kind: 'unreachable', message: 'refused', code: 'ECONNREFUSED' } }],
  ['no answer in time', { outcome: { kind: 'stalled', message: 'late', unended: 7 } }],
  ['another identity', { identity: 'anna' }],
] as const)('an exchange with %s is read back as it was', (_, fields) => {
  const exchange = exchangeWith({ number: 3, ms: 4, ...fields });
  const again = fromExchangeJson(stored(toExchangeJson(exchange, 'curl')));
  expect(toExchangeJson(again, 'curl')).toEqual(toExchangeJson(exchange, 'curl'));
  expect(again).toMatchObject({ number: 3, ms: 4, ...fields, outcome: { kind: exchange.outcome.kind } });
  expect(Buffer.from(again.request.body ?? [])).toEqual(Buffer.from(exchange.request.body ?? []));
});

test('a report has all of the end of its run', () => {
  const outages = [
    { reason: 'connection refused', from: 3, to: 9, since: 1000 },
    { reason: 'status 502', from: 12, since: 2000 },
  ];
  const end = endWith([judged('a', passed)], { deleted: 12, trashed: ['events/7'], left: ['tags/1'], outages });
  const { judged: _judged, ...rest } = end;
  expect(reportOf(end)).toMatchObject(rest);
});

test('a stored report is printed as the run was', () => {
  const style = { palette: createPalette(false), width: 100 };
  const report = reportOf(mixedRun());
  expect(toRunLines(stored(report), style)).toEqual(toRunLines(report, style));
});
