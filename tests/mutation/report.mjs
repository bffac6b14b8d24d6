import { readFile, writeFile } from 'node:fs/promises';
import { toPage } from './page.mjs';
import { explainSurvivors } from './survivors.mjs';

/** Writes docs/mutation.md from Stryker's report; ends with 1 when a survivor or an explanation stands alone. */
const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'));
const report = await readJson('reports/mutation/report.json');
const { survivors, stale } = explainSurvivors(report, await readJson('tests/mutation/survivors.json'));
const date = new Date().toISOString().slice(0, 10);
await writeFile('docs/mutation.md', toPage({ report, survivors, date }));

for (const { file, location, mutatorName, replacement } of survivors.filter(({ entry }) => !entry))
  console.log(`not explained: ${file}:${location.start.line} ${mutatorName} ${replacement}`);
for (const { file, line = '(all of it)' } of stale) console.log(`explains nothing: ${file}: ${line}`);
if (stale.length > 0 || survivors.some(({ entry }) => !entry)) process.exitCode = 1;
