import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import { buildCli } from '../runners/built.js';
import { listenReference } from '../runners/targets.js';
import { blocksOf } from './commands.js';

let index: string;
beforeAll(() => {
  index = pathToFileURL(join(buildCli('calproof-docs'), '../../index.js')).href;
}, 300_000);

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const createFolder = (): string => mkdtempSync(join(tmpdir(), 'calproof-docs-'));

async function runNode(words: readonly string[], cwd: string) {
  const child = spawn(process.execPath, words, { cwd, env: { ...process.env, NO_COLOR: '1' } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
  const [code] = await once(child, 'close');
  return { code, text };
}

/** What a program prints that imports calproof. */
async function print(source: string): Promise<string> {
  const folder = createFolder();
  writeFileSync(join(folder, 'program.mjs'), source.replaceAll("'calproof'", `'${index}'`));
  const { code, text } = await runNode(['program.mjs'], folder);
  expect(code, text).toBe(0);
  return text;
}

/** What each program of docs/api.md prints, in their order. */
const printed = [
  /^passed tags\.create\.[^]*The target conforms: \d+ of \d+/,
  /^\[ 'passed' \]\n$/,
  /^(finished|interrupted) \[\]\n$/,
  /^3\.1\.0 calproof run report, version 2\ntrue\n$/,
  /^201\n$/,
];

const blocks = blocksOf('docs/api.md', 'js');
const isTestFile = (block: string): boolean => block.includes('calproof/vitest');
const programs = blocks.filter((block) => !isTestFile(block));
const testFiles = blocks.filter(isTestFile);

test('docs/api.md shows as many programs as are run', () => {
  expect([programs.length, testFiles.length]).toEqual([printed.length, 1]);
});

test.each(printed.map((text, at) => [at, text] as const))(
  'program %i prints %s',
  { timeout: 300_000 },
  async (at, text) => {
    const { url } = await listenReference();
    const source = programs[at] ?? '';
    expect(await print(source.replaceAll('http://127.0.0.1:8080', url))).toMatch(text);
  },
);

test('the test file of docs/api.md judges a target', { timeout: 300_000 }, async () => {
  const { url } = await listenReference();
  const folder = createFolder();
  const own = new URL('runners/vitest.js', index).href;
  const [source = ''] = testFiles;
  const here = source.replace("'calproof/vitest'", `'${own}'`).replaceAll('http://127.0.0.1:8080', url);
  writeFileSync(join(folder, 'conformance.test.js'), here.replace("'venues'", "'venues.create'"));
  writeFileSync(join(folder, 'calproof.baseline.json'), '{ "format": "calproof.baseline/1", "entries": [] }');
  const { code, text } = await runNode([VITEST, 'run'], folder);
  expect(text).toMatch(/Tests {2}\d+ passed/);
  expect(code, text).toBe(0);
});
