import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createCheckOptions } from '../../runners/options/check-options.js';
import { buildCli } from '../runners/built.js';
import { listenFaulty } from '../runners/faulty-proxy.js';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly { readonly id?: string; readonly run: string }[] };
}

const root = new URL('../../', import.meta.url);
const action = parse(readFileSync(new URL('action.yml', root), 'utf8')) as Action;

test('each input but url and reports is an option of check, and a switch where that is one', () => {
  const options = createCheckOptions();
  const own = Object.entries(action.inputs).filter(([name]) => !['url', 'reports'].includes(name));
  for (const [name, { description }] of own) {
    const option = options.find(({ long }) => long === `--${name}`);
    expect(option?.long, name).toBe(`--${name}`);
    expect(description.startsWith('Set to true'), name).toBe(option?.isBoolean());
  }
});

test('inputs reach the shell as data alone', () => {
  expect(action.runs.steps.map(({ run }) => run).join('\n')).not.toContain('${{');
});

describe('run as a workflow does', { timeout: 300_000 }, () => {
  let cli: string;
  beforeAll(() => {
    cli = buildCli('calproof-action');
  }, 300_000);

  /** What all inputs come to in a workflow that gives some. */
  const toInputs = (given: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(action.inputs).map(([name, one]) => [name, given[name] ?? one.default ?? '']));

  async function run(given: Readonly<Record<string, string>>) {
    const folder = mkdtempSync(join(tmpdir(), 'calproof-action-'));
    const [output, summary] = [join(folder, 'output'), join(folder, 'summary')];
    for (const file of [output, summary]) writeFileSync(file, '');
    const env = { ...process.env, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, CALPROOF_CLI: cli };
    const script = fileURLToPath(new URL('action/check.mjs', root));
    const child = spawn(process.execPath, [script], {
      cwd: folder,
      env: { ...env, INPUTS: JSON.stringify(toInputs(given)) },
    });
    let stdout = '';
    child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
    const [code] = await once(child, 'close');
    const values = [...readFileSync(output, 'utf8').matchAll(/^(.+)<<(.+)\n([\s\S]*?)\n\2$/gm)];
    const outputs = Object.fromEntries(values.map(([, name = '', , value]) => [name, value]));
    return { code, stdout, outputs, folder, summary: readFileSync(summary, 'utf8') };
  }

  test('a target that deviates fails the step, with annotation, summary, outputs and reports', async () => {
    const { url } = await listenFaulty('venues.create.zip-lost');
    const { code, stdout, outputs, summary, folder } = await run({ url, only: 'venues.fields.zip', seed: '7' });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^::error title=venues\.fields\.zip/m);
    expect(summary).toMatch(/^## .*deviates/);
    expect(Object.keys(outputs)).toEqual(Object.keys(action.outputs));
    expect(outputs).toMatchObject({
      'exit-code': '1',
      conclusion: expect.stringContaining('1 MUST requirement failed'),
    });
    expect(readFileSync(join(folder, outputs['html'] ?? ''), 'utf8')).toContain('<h2>What failed</h2>');
    expect(JSON.parse(readFileSync(join(folder, outputs['json'] ?? ''), 'utf8')).seed).toBe(7);
  });

  test('an input of another kind is wrong use, and leaves nothing to take for a report', async () => {
    const { code, outputs, summary } = await run({ url: 'http://127.0.0.1:1', effort: 'heroic; exit 0' });
    expect(code).toBe(2);
    expect(outputs).toMatchObject({ 'exit-code': '2', conclusion: '' });
    expect(summary).toBe('');
  });
});
