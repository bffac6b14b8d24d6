import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { buildCli, start } from './built.js';

let cli: string;
beforeAll(() => {
  cli = buildCli('calproof-suite');
});

/** The example of the page on writing a requirement, as a file of its own. */
function exampleOfPage(): string {
  const page = readFileSync(new URL('../../docs/writing-a-requirement.md', import.meta.url), 'utf8');
  const example = /```js\n(?<code>[\s\S]*?)```/.exec(page)?.groups?.['code'] ?? '';
  const entry = pathToFileURL(join(cli, '../../suite.js')).href;
  return example
    .replaceAll("'calproof/suite'", `'${entry}'`)
    .replaceAll("'fast-check'", `'${import.meta.resolve('fast-check')}'`);
}

const createFolder = (): string => mkdtempSync(join(tmpdir(), 'calproof-suite-'));

async function check(suite: string, line = '', folder = createFolder()) {
  writeFileSync(join(folder, 'mine.mjs'), suite);
  const { code, output } = await start(cli, `check --suite ./mine.mjs --seed 1${line}`, folder).ended();
  // Where a test runner says so, a child writes in colours.
  return { code, output: stripVTControlCharacters(output) };
}

test('the example of the page is judged beside our own', async () => {
  const { code, output } = await check(exampleOfPage(), ' --verbose --only own --only tags.list');
  expect(output).toMatch(/own +1\/1 +1\/1/);
  expect(output).toMatch(/tags +\d+\/\d+/);
  expect(code).toBe(0);
});

test('a rule that the target does not keep fails with its smallest input', async () => {
  const strict = exampleOfPage().replace('response.status < 500', 'response.status < 200');
  const { code, output } = await check(strict, ' --verbose --only own.tags.read-twice');
  expect(output).toMatch(/FAIL +own\.tags\.read-twice MUST, custom/);
  expect(code).toBe(1);
});

test('a deviation from a rule of your own is adopted, and known from then on', async () => {
  const folder = createFolder();
  const strict = exampleOfPage().replace('response.status < 500', 'response.status < 200');
  await check(strict, ' --only own.tags.read-twice --report json=report.json', folder);
  expect((await start(cli, 'adopt report.json -o known.json', folder).ended()).code).toBe(0);
  const { code, output } = await check(strict, ' --verbose --only own.tags.read-twice --baseline known.json', folder);
  expect(output).toContain('own.tags.read-twice fails as known until');
  expect(code).toBe(0);
});

test.each([
  ['export const nothing = 1;', 'exports no requirement'],
  ['export const ( = 1;', 'cannot be loaded'],
])('%s is a wrong use', async (suite, says) => {
  const { code, output } = await check(suite);
  expect(output).toContain(says);
  expect(code).toBe(2);
});

test('an id of ours is refused', async () => {
  const { code, output } = await check(exampleOfPage().replace('own.tags.read-twice', 'tags.delete'));
  expect(output).toContain('Two requirements are called tags.delete');
  expect(code).toBe(2);
});
