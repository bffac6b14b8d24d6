// Adds up the JSON reports of vitest that are named, ends with one line of what they came to, and fails when a test
// failed or was left out.
import { readFileSync } from 'node:fs';

/** What may be left out: the interface lies beside some checkouts and not beside others. */
const OPTIONAL = 'tests/contract/shared-interface.test.ts';

const reports = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')));
const tests = reports.flatMap(({ testResults }) =>
  testResults.flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ ...test, file: name }))),
);
const leftOut = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
const count = (name) => reports.reduce((sum, report) => sum + report[name], 0);

for (const { file, fullName } of leftOut) console.log(`Left out: ${file}: ${fullName}`);
const isWhole = reports.every(({ success }) => success) && leftOut.every(({ file }) => file.endsWith(OPTIONAL));
process.exitCode = isWhole ? 0 : 1;
console.log(`${count('numPassedTests')} passed, ${count('numFailedTests')} failed, ${leftOut.length} skipped`);
