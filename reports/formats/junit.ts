import type { RunReport } from '../run-report-schema.js';
import type { Standing } from '../standing.js';
import { element, toDocument, type Xml } from './markup.js';
import { type TestEntry, toTestEntries } from './test-entry.js';

/**
 * A run as JUnit XML, as Jenkins, GitLab and others read it. Only what fails the run is a `failure`, and only a defect of
 * calproof is an `error`; whatever else did not pass is `skipped`, with the reason. Level, clause and outcome are
 * properties of each case.
 */
export function toJunit(report: RunReport): string {
  const entries = toTestEntries(report);
  const suites = [...new Set(entries.map(({ suite }) => suite))];
  const cases = (suite: string): readonly TestEntry[] => entries.filter((entry) => entry.suite === suite);
  const { tests, failures, errors } = count(entries);
  const total = { name: 'calproof', tests, failures, errors, time: toSeconds(report.ms) };
  const children = suites.map((suite) => toSuite(suite, cases(suite), report));
  return toDocument(element('testsuites', total, children));
}

function toSuite(suite: string, entries: readonly TestEntry[], { started, now }: RunReport): Xml {
  const time = toSeconds(entries.reduce((sum, { ms }) => sum + ms, 0));
  const timestamp = (started ?? now).replace(/(\.\d+)?Z$/, '');
  return element('testsuite', { name: suite, ...count(entries), time, timestamp }, entries.map(toCase));
}

function count(entries: readonly TestEntry[]) {
  const countOf = (tag: Tag): number => entries.filter(({ standing }) => tags[standing] === tag).length;
  return { tests: entries.length, failures: countOf('failure'), errors: countOf('error'), skipped: countOf('skipped') };
}

const toCase = (entry: TestEntry): Xml =>
  element('testcase', { classname: `calproof.${entry.suite}`, name: entry.name, time: toSeconds(entry.ms) }, [
    element(
      'properties',
      {},
      Object.entries(entry.facts).map(([name, value]) => element('property', { name, value })),
    ),
    ...toResult(entry),
  ]);

type Tag = 'failure' | 'error' | 'skipped';

const tags: Readonly<Record<Standing, Tag | undefined>> = {
  passed: undefined,
  breach: 'failure',
  defect: 'error',
  lapse: 'skipped',
  known: 'skipped',
  cantTell: 'skipped',
  inapplicable: 'skipped',
  untested: 'skipped',
};

function toResult({ message = '', text = '', standing, facts }: TestEntry): readonly Xml[] {
  const tag = tags[standing];
  if (tag === undefined) return [];
  if (tag === 'skipped') return [element(tag, { message }), ...(text === '' ? [] : [element('system-out', {}, text)])];
  return [element(tag, { message, type: facts['kind'] ?? standing }, text === '' ? message : text)];
}

const toSeconds = (ms: number): string => (ms / 1000).toFixed(3);
