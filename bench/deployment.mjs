// Judges a deployment of the zoo, served as a process of its own, as its owner and as a stranger would, and prints what
// came of it: node bench/deployment.mjs [ID] [--seeds 1,2] [--delay 50ms] [--json]
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { deployments } from '../build/zoo/compositions/deployments.js';
import { isAbout } from '../build/zoo/fault.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '1,2' },
    delay: { type: 'string', default: '1ms' },
    json: { type: 'boolean', default: false },
  },
});
const [id = 'wide-spread'] = positionals;
const deployment = deployments.find((one) => one.id === id);
if (!deployment) throw new Error(`the zoo has no deployment ${id}`);

const CLI = fileURLToPath(new URL('../dist/runners/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'calproof-deployment-'));
const roles = { owner: 'editor', author: 'author', reader: 'reader' };
const users = Object.entries(roles).map(([name, role], at) => ({ id: at + 1, name, role, password: `pass-${name}` }));
writeFileSync(join(folder, 'users.json'), JSON.stringify({ users }));
const variables = Object.fromEntries(users.map(({ name, password }) => [name.toUpperCase(), `${name}:${password}`]));
const env = { ...process.env, NO_COLOR: '1', ...variables };

const start = (words) => spawn(process.execPath, [CLI, ...words], { cwd: folder, env });

const outputOf = async (child) => {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  await new Promise((resolve) => child.once('close', resolve));
  return text;
};

/** Runs `use` while the deployment is served anew. */
async function serving(more, use) {
  const child = start(['serve', '--zoo', id, '--delay', values.delay, '--users', 'users.json', ...more]);
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => resolve(/at (\S+)/.exec(String(chunk))?.[1]));
    child.stderr.on('data', (chunk) => reject(new Error(String(chunk))));
  });
  try {
    return await use(url);
  } finally {
    child.kill();
  }
}

const AS_OWNER = ['--basic', 'env:OWNER', '--identity', 'author=env:AUTHOR', '--identity', 'reader=env:READER'];

async function check(name, { serve = [], words }) {
  return serving(serve, async (url) => {
    const text = await outputOf(start(['check', url, ...words, '--report', `json=${name}.json`, '--quiet']));
    try {
      return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
    } catch {
      throw new Error(`no report of ${name}: ${text}`);
    }
  });
}

const outcomes = (report) => new Map(report.requirements.map((one) => [one.id, one.verdict.outcome]));
const failed = ({ requirements }) => requirements.filter(({ verdict }) => verdict.outcome === 'failed');
const causes = (report) => failed(report).filter(({ verdict }) => verdict.cause === undefined);
const isExplained = (one) => deployment.faults.some((fault) => isAbout(fault, one));

function differing(one, other) {
  const theirs = outcomes(other);
  return [...outcomes(one)].filter(([name, outcome]) => theirs.get(name) !== outcome).map(([name]) => name);
}

function describe(report) {
  const { counts, requests, left } = report;
  const applicable = counts.passed + counts.failed + counts.known + counts.cantTell;
  const causing = causes(report);
  return {
    requirements: report.requirements.length,
    judged: counts.passed + counts.failed + counts.known,
    applicable,
    inconclusive: counts.cantTell,
    untested: counts.untested,
    failed: counts.failed,
    causes: causing.length,
    unreported: deployment.faults
      .filter((fault) => !failed(report).some((one) => isAbout(fault, one)))
      .map((one) => one.id),
    blamed: causing.filter((one) => !isExplained(one)).map((one) => one.id),
    requests: requests.total ?? requests,
    left: left.length,
  };
}

const seeds = values.seeds.split(',');
const standard = [];
for (const seed of seeds) standard.push(await check(`standard-${seed}`, { words: ['--seed', seed, ...AS_OWNER] }));
const quick = await check('quick', { words: ['--seed', seeds[0], '--effort', 'quick', ...AS_OWNER] });
const stranger = await check('stranger', {
  serve: ['--events', '300'],
  words: ['--seed', seeds[0], '--mode', 'readonly'],
});
const between = standard.slice(1).map((one) => differing(standard[0], one));
const result = {
  id,
  faults: deployment.faults.length,
  standard: standard.map(describe),
  quick: describe(quick),
  stranger: describe(stranger),
  differing: between,
};
rmSync(folder, { recursive: true, force: true });
console.log(values.json ? JSON.stringify(result) : JSON.stringify(result, null, 2));
