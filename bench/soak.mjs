// How often the innocent are blamed: many seeds on the reference server and on each conforming variant of it.
// `npm run soak` takes about half an hour on two cores; `npm run soak -- 20 2` makes it shorter.
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { version } from '../dist/harness/version.js';
import { bareCase } from '../dist/proof/case.js';
import { judgeAll } from '../dist/runners/prove/judge-all.js';
import { judgeCase } from '../dist/runners/prove/judge-case.js';
import { variants } from '../dist/zoo/variants/index.js';

const [seeds = 200, each = 20] = process.argv.slice(2).map(Number);
const stage = {
  target: { kind: 'embedded' },
  languageParameter: 'ml_language',
  effort: 'standard',
  seed: 1,
  now: Date.now(),
  concurrency: 4,
};

const range = (count) => Array.from({ length: count }, (_, at) => at + 1);
const cases = [
  ...range(seeds).map((seed) => ({ ...bareCase, seed })),
  ...variants.flatMap(({ id }) => range(each).map((seed) => ({ kind: 'variant', id, seed }))),
];

const tallies = new Map();
const tallyOf = ({ kind, id }) => {
  const name = kind === 'bare' ? 'the reference server' : id;
  if (!tallies.has(name)) tallies.set(name, { name, runs: 0, verdicts: 0, failed: 0 });
  return tallies.get(name);
};

/** Counts one run, and tells of what failed in it. */
function count({ kind, ...answer }) {
  const one = kind === 'told' ? answer.told.case : answer.case;
  const cells = kind === 'told' ? Object.entries(answer.told.cells) : [];
  const failed = cells.filter(([, { outcome, defect }]) => outcome === 'failed' || defect);
  const tally = tallyOf(one);
  tally.runs += 1;
  tally.verdicts += cells.length;
  tally.failed += kind === 'told' ? failed.length : 1;
  if (kind !== 'told') console.log(`${tally.name}, seed ${one.seed}: ${answer.message}`);
  for (const [id, { expected, observed, reason }] of failed) {
    console.log(`${tally.name}, seed ${one.seed}: ${id}: ${reason ?? `expected ${expected}, observed ${observed}`}`);
  }
}

const { sight } = await judgeCase(bareCase, stage);
const { signal } = new AbortController();
let done = 0;
for await (const answer of judgeAll(cases, { stage, sight, jobs: availableParallelism(), signal })) {
  count(answer);
  done += 1;
  if (done % 50 === 0) console.log(`${done} of ${cases.length} runs`);
}

const all = [...tallies.values()];
const sum = (name, some) => some.reduce((total, tally) => total + tally[name], 0);
const groups = [all.slice(0, 1), all.slice(1)].map((some) => {
  const [runs, verdicts, failed] = ['runs', 'verdicts', 'failed'].map((name) => sum(name, some));
  // The rule of three: of an event that was not seen in n trials, the 95 % bound is 3 / n.
  return { runs, verdicts, failed, bound: failed === 0 ? 3 / runs : null };
});
const result = { version, date: new Date().toISOString().slice(0, 10), effort: stage.effort, variants: all.length - 1 };
const [reference, conforming] = groups;
await writeFile('docs/soak.json', `${JSON.stringify({ ...result, reference, conforming }, null, 2)}\n`);
console.log(JSON.stringify(groups));
process.exitCode = sum('failed', all) === 0 ? 0 : 1;
