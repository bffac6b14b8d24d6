// Adds up the JSON reports of vitest that are named, says which files took longest and which tests failed or were left out,
// ends with one line of what they came to, and fails when a test failed or was left out.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** What may be left out: the interface lies beside some checkouts and not beside others. */
const OPTIONAL = 'tests/contract/shared-interface.test.ts';
/** How many files are named by the time that they took. */
const SLOWEST = 20;
/** Characters of the message of a failure: the end of a log may be all that is kept of it. */
const MOST = 2000;

const reports = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')));
const files = reports.flatMap(({ testResults }) => testResults);
const tests = files.flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ ...test, file: name })));
const secondsOf = ({ startTime, endTime }) => Math.round((endTime - startTime) / 1000);
const slowest = files.toSorted((one, other) => secondsOf(other) - secondsOf(one)).slice(0, SLOWEST);
for (const file of slowest) console.log(`${secondsOf(file)} s ${relative(process.cwd(), file.name)}`);

const failed = tests.filter(({ status }) => status === 'failed');
const leftOut = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');

for (const { file, fullName } of leftOut) console.log(`Left out: ${file}: ${fullName}`);
for (const { name, message } of files) if (message) console.log(`Failed: ${name}\n${message.slice(0, MOST)}`);
for (const { file, fullName, failureMessages } of failed)
  console.log(`Failed: ${file}: ${fullName}\n${failureMessages.join('\n').slice(0, MOST)}`);
const isWhole = reports.every(({ success }) => success) && leftOut.every(({ file }) => file.endsWith(OPTIONAL));
process.exitCode = isWhole ? 0 : 1;
console.log(
  `${tests.length - failed.length - leftOut.length} passed, ${failed.length} failed, ${leftOut.length} skipped`,
);
