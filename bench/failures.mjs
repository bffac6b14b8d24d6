// Measures how failures are reported: whether two faults at once come to two causes, and whether the input of a
// counterexample can do without any of its parts. Writes docs/failures.json, which `npm run proof` prints.
//   npm run failures              200 pairs of faults and the inputs of 200 faults, by the seed 1
//   npm run failures -- 60 80 7   60 pairs, 80 inputs, by the seed 7
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { seedOf } from '../build/kernel/seed.js';
import { judgeAll } from '../build/runners/prove/judge-all.js';
import { judgeCase, provenAt } from '../build/runners/prove/judge-case.js';
import { measureInput } from '../build/runners/prove/measure-input.js';
import { toRow } from '../build/runners/prove/proof-row.js';
import { version } from '../build/wire/package.js';
import { faults } from '../build/zoo/faults/index.js';
import { bareCase } from '../build/zoo/proof/case-result.js';

const [pairs = 200, inputs = 200, seed = 1] = process.argv.slice(2).map(Number);
const effort = 'standard';
const given = {
  target: { kind: 'embedded' },
  languageParameter: 'ml_language',
  effort,
  seed: 1,
  now: Date.now(),
  concurrency: 4,
};
const requirements = provenAt(effort);
const bare = await judgeCase(bareCase, given);
const { shapes } = bare;
const proof = JSON.parse(await readFile('docs/proof.json', 'utf8'));
const caught = new Map(
  proof.faults.map(({ id, caughtBy, causes }) => [
    id,
    { by: caughtBy.map(({ requirement }) => requirement), causes: Math.max(1, causes.length) },
  ]),
);
const drawn = faults.toSorted((one, other) => seedOf(seed, one.id) - seedOf(seed, other.id));

/** The causes of each pair: every fault with the next one of another clause. */
async function judgePairs() {
  const cases = drawn.slice(0, pairs).map(({ id, clause }, at) => {
    const other = drawn.slice(at + 1).find((one) => one.clause !== clause);
    return { kind: 'fault', id, besides: other.id };
  });
  const { signal } = new AbortController();
  const rows = [];
  for await (const answer of judgeAll(cases, { setup: given, shapes, jobs: availableParallelism(), signal })) {
    const { causes } = toRow(answer, { bare, requirements }).row;
    const { id, besides } = answer.kind === 'judged' ? answer.result.case : answer.case;
    rows.push({ faults: [id, besides], causes });
    process.stderr.write('.');
  }
  return rows;
}

/** The input of each fault that anything but a monitor catches. */
async function measureInputs() {
  const rows = [];
  for (const { id } of drawn.slice(0, inputs)) {
    const found = caught.get(id);
    const measured = found && (await measureInput({ kind: 'fault', id }, { given, shapes, ...found }));
    if (measured) rows.push({ fault: id, ...measured });
    process.stderr.write('.');
  }
  return rows;
}

const [two, measured] = await Promise.all([judgePairs(), measureInputs()]);
const result = {
  version,
  date: new Date().toISOString().slice(0, 10),
  effort,
  seed,
  pairs: { drawn: two.length, apart: two.filter(({ causes }) => causes.length > 1).length },
  inputs: {
    measured: measured.length,
    divisible: measured.filter(({ tried }) => tried > 0).length,
    smallest: measured.filter(({ smaller }) => smaller.length === 0).length,
    tried: measured.reduce((sum, { tried }) => sum + tried, 0),
  },
  joined: two.filter(({ causes }) => causes.length < 2),
  reducible: measured.filter(({ smaller }) => smaller.length > 0),
};
await writeFile('docs/failures.json', `${JSON.stringify(result, null, 2)}\n`);
const { pairs: apart, inputs: smallest } = result;
console.log(`\n${apart.apart} of ${apart.drawn} pairs of faults come to two causes or more`);
console.log(`${smallest.smallest} of ${smallest.measured} inputs cannot do without any part (${smallest.tried} tried)`);
