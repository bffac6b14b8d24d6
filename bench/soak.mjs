// Measures false alarms: many seeds on the reference server and on each of its conforming variants, and fewer on an
// empty server. `npm run soak` takes about half an hour on two cores; `npm run soak -- 20 2` is shorter.
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { judgeAll } from '../build/runners/prove/judge-all.js';
import { judgeCase } from '../build/runners/prove/judge-case.js';
import { version } from '../build/wire/package.js';
import { bareCase } from '../build/zoo/proof/case-result.js';
import { variants } from '../build/zoo/variants/index.js';

const [seeds = 200, each = 20] = process.argv.slice(2).map(Number);
/** One in so many runs is repeated on an empty server. */
const SPARSE = 4;
const effort = 'standard';
const common = { languageParameter: 'ml_language', effort, seed: 1, now: Date.now(), concurrency: 4 };
const world = JSON.parse(await readFile(new URL('../fixtures/worlds/empty.json', import.meta.url), 'utf8'));
const grounds = [
  { where: '', target: { kind: 'embedded' }, seeds, each },
  {
    where: ', holding nothing',
    target: { kind: 'embedded', world },
    seeds: Math.ceil(seeds / SPARSE),
    each: Math.ceil(each / SPARSE),
  },
];

const range = (count) => Array.from({ length: count }, (_, at) => at + 1);

/** How many verdicts a run reached and how many failed; prints each failure. */
function toTally({ kind, ...answer }, where) {
  const one = kind === 'judged' ? answer.result.case : answer.case;
  const name = `${one.kind === 'bare' ? 'the reference server' : one.id}${where}, seed ${one.seed}`;
  if (kind !== 'judged') {
    console.log(`${name}: ${answer.message}`);
    return { verdicts: 0, failed: 1 };
  }
  const cells = Object.entries(answer.result.cells);
  const failed = cells.filter(([, { outcome, defect }]) => outcome === 'failed' || defect);
  for (const [id, { expected, observed, reason }] of failed) {
    console.log(`${name}: ${id}: ${reason ?? `expected ${expected}, observed ${observed}`}`);
  }
  return { verdicts: cells.length, failed: failed.length };
}

/** Judges all cases of one kind on one ground. */
async function soak(name, cases, { where, target }) {
  const setup = { ...common, target };
  const { shapes } = await judgeCase(bareCase, setup);
  const { signal } = new AbortController();
  const total = { name: `${name}${where}`, runs: 0, verdicts: 0, failed: 0 };
  for await (const answer of judgeAll(cases, { setup, shapes, jobs: availableParallelism(), signal })) {
    const { verdicts, failed } = toTally(answer, where);
    total.runs += 1;
    total.verdicts += verdicts;
    total.failed += failed;
    if (total.runs % 50 === 0) console.log(`${total.name}: ${total.runs} of ${cases.length} runs`);
  }
  // The rule of three: of an event that was not seen in n trials, the 95 % bound is 3 / n.
  return { ...total, bound: total.failed === 0 ? 3 / total.runs : null };
}

const groups = [];
for (const ground of grounds) {
  const bare = range(ground.seeds).map((seed) => ({ ...bareCase, seed }));
  const varied = variants.flatMap(({ id }) => range(ground.each).map((seed) => ({ kind: 'variant', id, seed })));
  groups.push(await soak('the reference server', bare, ground));
  groups.push(await soak(`${variants.length} conforming variants`, varied, ground));
}
const result = { version, date: new Date().toISOString().slice(0, 10), effort, groups };
await writeFile('docs/soak.json', `${JSON.stringify(result, null, 2)}\n`);
console.log(JSON.stringify(groups));
process.exitCode = groups.every(({ failed }) => failed === 0) ? 0 : 1;
