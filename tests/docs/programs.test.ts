import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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

/** What a program prints that imports calproof. */
async function print(source: string): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'calproof-docs-')), 'program.mjs');
  writeFileSync(file, source.replaceAll("'calproof'", `'${index}'`));
  const child = spawn(process.execPath, [file]);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
  const [code] = await once(child, 'close');
  expect(code, text).toBe(0);
  return text;
}

/** What each program of docs/api.md prints, in their order. */
const printed = [
  /^passed tags\.create\.[^]*The target conforms: \d+ of \d+/,
  /^\[ 'passed' \]\n$/,
  /^(finished|interrupted) \[\]\n$/,
  /^3\.1\.0 calproof run report, version 1\ntrue\n$/,
  /^201\n$/,
];

test('docs/api.md shows as many programs as are run', () => {
  expect(blocksOf('docs/api.md', 'js')).toHaveLength(printed.length);
});

test.each(printed.map((text, at) => [at, text] as const))(
  'program %i prints %s',
  { timeout: 300_000 },
  async (at, text) => {
    const { url } = await listenReference();
    const source = blocksOf('docs/api.md', 'js')[at] ?? '';
    expect(await print(source.replaceAll('http://127.0.0.1:8080', url))).toMatch(text);
  },
);
