import { toJsonText } from '../../wire/printable.js';
import type { RunReport } from '../run-report-schema.js';
import type { Standing } from '../standing.js';
import { type TestEntry, toTestEntries } from './test-entry.js';

/** The version of the Common Test Report Format (ctrf.io). */
const SPEC = '0.0.0';

/** `skipped` is not applicable, `pending` was not run, `other` is neither passed nor failed. */
const statuses: Readonly<Record<Standing, Status>> = {
  passed: 'passed',
  breach: 'failed',
  defect: 'failed',
  lapse: 'other',
  known: 'other',
  cantTell: 'other',
  inapplicable: 'skipped',
  untested: 'pending',
};

const allStatuses = ['passed', 'failed', 'skipped', 'pending', 'other'] as const;
type Status = (typeof allStatuses)[number];

/** A run in the Common Test Report Format; `rawStatus` and the labels keep what its five states cannot express. */
export function toCtrf(report: RunReport): string {
  const { version, exitCode, url, namespace, mode, effort, seed, conclusion } = report;
  const tests = toTestEntries(report).map(toTest);
  const timestamp = new Date(startOf(report) + report.ms).toISOString();
  return toJsonText({
    reportFormat: 'CTRF',
    specVersion: SPEC,
    timestamp,
    generatedBy: `calproof ${version}`,
    results: {
      tool: { name: 'calproof', version },
      summary: toSummary(tests, report),
      tests,
      environment: { appName: url, healthy: exitCode === 0 },
      extra: { url, namespace, mode, effort, seed, exitCode, conclusion },
    },
  });
}

const startOf = ({ started, now }: RunReport): number => Date.parse(started ?? now);

function toSummary(tests: readonly ReturnType<typeof toTest>[], report: RunReport) {
  const start = startOf(report);
  const counts = allStatuses.map((status) => [status, tests.filter((test) => test.status === status).length]);
  const suites = new Set(tests.map(({ suite }) => suite.join())).size;
  const times = { start, stop: start + report.ms, duration: report.ms };
  return { tests: tests.length, ...Object.fromEntries(counts), suites, ...times };
}

const toTest = ({ suite, name, standing, message, text, ms, facts }: TestEntry) => ({
  name,
  status: statuses[standing],
  duration: Math.round(ms),
  suite: ['calproof', suite],
  ...(message !== undefined && { message }),
  ...(text !== undefined && { trace: text }),
  rawStatus: facts['outcome'] ?? standing,
  type: 'contract',
  labels: facts,
});
