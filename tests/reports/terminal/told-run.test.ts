import { expect, test } from 'vitest';
import type { RunEnd } from '../../../kernel/run-event.js';
import { applyBaseline } from '../../../reports/baseline/baseline.js';
import { conclude } from '../../../reports/conclusion.js';
import { toRunReport } from '../../../reports/run-report.js';
import { toRestoredRun } from '../../../reports/terminal/restored-run.js';
import { contextOf, entryFor } from '../baseline/sample.js';
import {
  cantTell,
  counterexampleWith,
  endWith,
  exchangeWith,
  factsWith,
  failedWith,
  inapplicable,
  judged,
  passed,
  untested,
} from '../sample-run.js';

const reportOf = (end: RunEnd) => {
  const options = { facts: factsWith(), conclusion: conclude(end, { strict: false }) };
  return toRunReport(end, { ...options, toCurl: () => 'curl', clauseText: () => 'The clause.' });
};

/** As another process finds it. */
const stored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

test('a report made of what another one tells is the same', () => {
  const binary = { status: 200, headers: [['a', 'b']], body: Uint8Array.of(0xff, 0) } as const;
  const exchanges = [
    exchangeWith({ number: 3, at: Date.parse('2026-11-21T09:00:00.007Z') }),
    exchangeWith({ number: 4, outcome: { kind: 'truncated', response: binary } }),
    exchangeWith({ number: 5, outcome: { kind: 'unreachable', message: 'refused', code: 'ECONNREFUSED' } }),
  ];
  const deviation = { ...counterexampleWith().deviation, exchange: exchanges[1] };
  const found = counterexampleWith({
    exchanges,
    deviation: { ...deviation, exchange: exchanges[1] ?? exchangeWith() },
  });
  const verdicts = [passed, failedWith(found), failedWith(), cantTell(), inapplicable(), untested];
  const all = verdicts.map((verdict, index) => ({ ...judged(`a.${index}`, verdict), ms: 7 }));
  const known = applyBaseline(endWith(all), contextOf([entryFor('a.2'), entryFor('a.0')]));
  const outages = [
    { reason: 'connection refused', from: 3, to: 9, since: 1000 },
    { reason: 'status 502', from: 12, since: 2000 },
  ];
  const end: RunEnd = { ...known, deleted: 12, trashed: ['events/7'], outages, end: 'cut off' };
  const report = stored(reportOf(end));
  const again = stored(reportOf(toRestoredRun(report)));
  expect(again).toEqual(report);
  expect(report.counts).toMatchObject({ failed: 1, known: 1 });
});
