/**
 * What action.yml runs: `calproof check` with the inputs as options, annotations for the workflow, a summary of the step,
 * and outputs. Ends as the check did.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { INPUTS = '{}', GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, CALPROOF_CLI } = process.env;
const cli = CALPROOF_CLI ?? fileURLToPath(new URL('../dist/runners/main.js', import.meta.url));
const { url, reports, ...options } = JSON.parse(INPUTS);

/** A switch is on or off; an empty input was not given. */
const toWords = ([name, value]) => {
  if (value === '' || value === 'false') return [];
  return value === 'true' ? [`--${name}`] : [`--${name}`, value];
};

mkdirSync(reports, { recursive: true });
const files = { json: 'report.json', html: 'report.html', junit: 'junit.xml', markdown: 'summary.md' };
const paths = Object.fromEntries(Object.entries(files).map(([format, file]) => [format, join(reports, file)]));
// A report of an earlier run must not pass for one of this run.
for (const path of Object.values(paths)) rmSync(path, { force: true });

const written = Object.entries(paths).flatMap(([format, path]) => ['--report', `${format}=${path}`]);
const words = ['check', url, ...Object.entries(options).flatMap(toWords), '--report', 'github', ...written];
const { status } = spawnSync(process.execPath, [cli, ...words], { stdio: 'inherit' });

const conclusion = existsSync(paths.json) ? JSON.parse(readFileSync(paths.json, 'utf8')).conclusion : '';
const outputs = { 'exit-code': status ?? 3, conclusion, json: paths.json, html: paths.html };
// The text of a target may contain a line that equals the end of a value.
const end = `end-${randomUUID()}`;
const lines = Object.entries(outputs).map(([name, value]) => `${name}<<${end}\n${value}\n${end}\n`);
if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, lines.join(''));
if (GITHUB_STEP_SUMMARY && existsSync(paths.markdown)) {
  appendFileSync(GITHUB_STEP_SUMMARY, readFileSync(paths.markdown));
}
process.exitCode = status ?? 3;
