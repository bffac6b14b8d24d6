/**
 * What action.yml runs: `calproof check` with the inputs as options, annotations for the workflow, a summary of the step,
 * a comparison with the report of the base branch, and outputs. Ends as the check did.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { INPUTS = '{}', GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, CALPROOF_CLI, ...env } = process.env;
const cli = CALPROOF_CLI ?? fileURLToPath(new URL('../dist/runners/main.js', import.meta.url));
const { url, reports, base, 'comment-token': _, ...options } = JSON.parse(INPUTS);

/** A switch is on or off; an empty input was not given; each line of an input is an option of its own. */
const toWords = ([name, value]) => {
  if (value === '' || value === 'false') return [];
  if (value === 'true') return [`--${name}`];
  return value.split('\n').flatMap((line) => (line.trim() === '' ? [] : [`--${name}`, line.trim()]));
};

const calproof = (words) => spawnSync(process.execPath, [cli, ...words], { stdio: 'inherit', env });

mkdirSync(reports, { recursive: true });
const files = { json: 'report.json', html: 'report.html', junit: 'junit.xml', markdown: 'summary.md' };
const paths = Object.fromEntries(Object.entries(files).map(([format, file]) => [format, join(reports, file)]));
// A report of an earlier run must not pass for one of this run.
for (const path of Object.values(paths)) rmSync(path, { force: true });

const written = Object.entries(paths).flatMap(([format, path]) => ['--report', `${format}=${path}`]);
const words = [
  'check',
  ...(url === '' ? [] : [url]),
  ...Object.entries(options).flatMap(toWords),
  '--report',
  'github',
  ...written,
];
const { status } = calproof(words);

/** What the run changes against the base branch, where that has a report; otherwise the summary of the run. */
function compare() {
  const comparison = join(reports, 'comparison.md');
  rmSync(comparison, { force: true });
  if (base !== '' && !existsSync(base)) console.log(`::notice title=calproof::There is no ${base} to compare with.`);
  if (!existsSync(base) || !existsSync(paths.json)) return paths.markdown;
  const page = join(reports, 'comparison.html');
  const { status: failed } = calproof(['board', base, paths.json, '-o', page, '--report', `markdown=${comparison}`]);
  return failed ? paths.markdown : comparison;
}

const conclusion = existsSync(paths.json) ? JSON.parse(readFileSync(paths.json, 'utf8')).conclusion : '';
const comment = compare();
const outputs = { 'exit-code': status ?? 3, conclusion, json: paths.json, html: paths.html, comment };
// The text of a target may contain a line that equals the end of a value.
const end = `end-${randomUUID()}`;
const lines = Object.entries(outputs).map(([name, value]) => `${name}<<${end}\n${value}\n${end}\n`);
if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, lines.join(''));
for (const part of new Set([comment, paths.markdown])) {
  if (GITHUB_STEP_SUMMARY && existsSync(part)) appendFileSync(GITHUB_STEP_SUMMARY, readFileSync(part));
}
process.exitCode = status ?? 3;
