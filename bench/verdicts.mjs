// Writes every verdict and the requests of a fixed sample of runs, or compares them with those written before: proof that
// a change of the code's shape changed no judgement.
//   node bench/verdicts.mjs FILE          write the sample's verdicts
//   node bench/verdicts.mjs FILE --like   judge the same cases again and print each difference (exit 1 if there is one)
//   node bench/verdicts.mjs FILE --alike  the same, but runs and requests may differ: outcomes alone are compared
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { judgeAll } from '../build/runners/prove/judge-all.js';
import { judgeCase } from '../build/runners/prove/judge-case.js';
import { compositions } from '../build/zoo/compositions/compositions.js';
import { faults } from '../build/zoo/faults/index.js';
import { bareCase } from '../build/zoo/proof/case-result.js';
import { variants } from '../build/zoo/variants/index.js';

const [file = 'verdicts.json', like] = process.argv.slice(2);
const now = Date.parse('2026-11-23T12:00:00Z');
const setupFor = (effort) => ({
  target: { kind: 'embedded' },
  languageParameter: 'ml_language',
  effort,
  seed: 1,
  now,
  concurrency: 1,
});

const byName = ([one], [other]) => (one < other ? -1 : 1);

/** So many ids of a list, spread evenly over it. */
const spread = (list, count) =>
  Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)].id);

function sample() {
  const bare = [1, 2, 3, 4, 5].map((seed) => ({ ...bareCase, seed }));
  const of = (kind, list, count) => spread(list, count).map((id) => ({ kind, id }));
  return {
    quick: bare,
    standard: [
      ...bare,
      ...of('variant', variants, 30),
      ...of('composition', compositions, 10),
      ...of('fault', faults, 60),
    ],
    deep: bare,
  };
}

const nameOf = (effort, { kind, id, seed = 1 }) => [effort, kind, id, seed].filter((part) => part !== '').join(' ');

async function judge(effort, cases) {
  const { shapes } = await judgeCase(bareCase, setupFor(effort));
  const { signal } = new AbortController();
  const rows = {};
  for await (const answer of judgeAll(cases, {
    setup: setupFor(effort),
    shapes,
    jobs: availableParallelism(),
    signal,
  })) {
    if (answer.kind !== 'judged') throw new Error(`${nameOf(effort, answer.case)}: ${answer.message}`);
    const { case: one, cells, requests } = answer.result;
    const verdicts = Object.entries(cells).map(([id, cell]) => [id, `${cell.outcome} ${cell.requests}`]);
    rows[nameOf(effort, one)] = {
      case: one,
      effort,
      requests,
      verdicts: Object.fromEntries(verdicts.toSorted(byName)),
    };
    process.stderr.write('.');
  }
  return rows;
}

/** `passed 3` and `passed 5` are one outcome. */
const outcomeOf = (verdict) => verdict?.split(' ')[0];

/** One line for each outcome that is not as it was, of the requirements that both know. */
function changedOutcomes(before, after) {
  return Object.entries(before).flatMap(([name, { verdicts }]) => {
    const now = after[name].verdicts;
    const changed = Object.keys(now).filter((id) => id in verdicts && outcomeOf(verdicts[id]) !== outcomeOf(now[id]));
    return changed.map((id) => `${name}: ${id}: ${verdicts[id]} -> ${now[id]}`);
  });
}

/** One line for each verdict or count of requests that is not as it was. */
function differences(before, after) {
  return Object.entries(before).flatMap(([name, old]) => {
    const row = after[name];
    const ids = new Set([...Object.keys(old.verdicts), ...Object.keys(row.verdicts)]);
    const changed = [...ids].filter((id) => old.verdicts[id] !== row.verdicts[id]);
    const lines = changed.map((id) => `${name}: ${id}: ${old.verdicts[id]} -> ${row.verdicts[id]}`);
    return old.requests === row.requests ? lines : [...lines, `${name}: requests: ${old.requests} -> ${row.requests}`];
  });
}

const before = like ? JSON.parse(await readFile(file, 'utf8')) : undefined;
const casesOf = (effort) =>
  Object.values(before)
    .filter((row) => row.effort === effort)
    .map((row) => row.case);
const cases = before ? { quick: casesOf('quick'), standard: casesOf('standard'), deep: casesOf('deep') } : sample();
const rows = {};
for (const [effort, some] of Object.entries(cases)) Object.assign(rows, await judge(effort, some));
process.stderr.write('\n');
if (before) {
  const lines = like === '--alike' ? changedOutcomes(before, rows) : differences(before, rows);
  console.log([...lines, `${Object.keys(rows).length} runs, ${lines.length} differences`].join('\n'));
  process.exitCode = lines.length === 0 ? 0 : 1;
} else {
  const sorted = Object.fromEntries(Object.entries(rows).toSorted(byName));
  await writeFile(file, `${JSON.stringify(sorted)}\n`);
  console.log(`${Object.keys(rows).length} runs written to ${file}`);
}
