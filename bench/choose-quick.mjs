// Chooses what a quick run judges, from the kill matrix of a proof at standard effort:
// `calproof prove --report json=FILE`, then `npm run choose-quick -- FILE`. Writes suites/quick.ts.
import { readFile, writeFile } from 'node:fs/promises';
import { clauses } from '../dist/contract/clauses.js';
import { requirements } from '../dist/suites/index.js';

const [file, most = '396'] = process.argv.slice(2);
const budget = Number(most);
const { bare, faults } = JSON.parse(await readFile(file, 'utf8'));
const passed = new Set(bare.passed);
// To find what is judged on existing records, or between identities, takes more than a quick run has to spare.
const isFound = ({ needs }) => needs.some((need) => /^(existing|identity)\./.test(need));
const offered = requirements.filter((one) => one.profile !== 'reference' && passed.has(one.id) && !isFound(one));

const catches = new Map(offered.map(({ id }) => [id, []]));
for (const { id, caughtBy } of faults) for (const { requirement } of caughtBy) catches.get(requirement)?.push(id);

const known = new Set(clauses.map(({ id }) => id));
const tells = ({ level, clause, alsoTells = [] }) =>
  level === 'MUST' ? [clause, ...alsoTells].filter((id) => known.has(id)) : [];

const newIn = (seen, ids) => ids.filter((id) => !seen.has(id)).length;
const sum = (some) => [...some].reduce((total, { cost }) => total + cost, 0);
const caughtBy = (some) => new Set([...some].flatMap(({ id }) => catches.get(id)));
const toldBy = (some) => new Set([...some].flatMap(tells));

/** Adds to some what tells and catches most that is new for its requests, as long as the budget lasts. */
function fill(some, weight) {
  const chosen = new Set(some);
  for (;;) {
    const [caught, told, left] = [caughtBy(chosen), toldBy(chosen), budget - sum(chosen)];
    const worth = (one) => (newIn(caught, catches.get(one.id)) + weight * newIn(told, tells(one))) / (one.cost + 0.2);
    const affordable = offered.filter((one) => !chosen.has(one) && one.cost <= left && worth(one) > 0);
    const [best] = affordable.toSorted((one, other) => worth(other) - worth(one));
    if (!best) return chosen;
    chosen.add(best);
  }
}

/** Leaves out what others tell and catch as well, the dearest first. */
function prune(some) {
  const chosen = new Set(some);
  for (const one of [...some].toSorted((first, second) => second.cost - first.cost)) {
    const others = [...chosen].filter((other) => other !== one);
    const adds = newIn(caughtBy(others), catches.get(one.id)) + newIn(toldBy(others), tells(one));
    if (adds === 0) chosen.delete(one);
  }
  return chosen;
}

/** A clause of which nothing is told is worse than any number of faults that get away. */
const scoreOf = (some) => caughtBy(some).size + 1000 * toldBy(some).size;
const better = (one, other) => (scoreOf(other) > scoreOf(one) ? other : one);

/** Leaves out one after another and fills the gap, where more comes of it. */
function improve(some, weight) {
  let best = some;
  for (const one of some) {
    if (!best.has(one)) continue;
    const others = [...best].filter((other) => other !== one);
    best = better(best, prune(fill(others, weight)));
  }
  return scoreOf(best) > scoreOf(some) ? improve(best, weight) : best;
}

const weights = [0.1, 0.3, 1, 3];
const chosen = weights
  .map((weight) => improve(fill(prune(fill([], weight)), weight), weight))
  .reduce((one, other) => better(one, other));

const lines = offered.filter((one) => chosen.has(one)).map(({ id }) => `  '${id}',\n`);
const page = `/**
 * What a quick run judges: enough to tell of every clause, and beyond that what catches the most faults for its
 * requests. Chosen from the kill matrix by \`npm run choose-quick\`.
 */
export const quick: readonly string[] = [
${lines.join('')}];
`;
await writeFile('suites/quick.ts', page);
const [caught, told] = [caughtBy(chosen), toldBy(chosen)];
console.log(`${chosen.size} requirements, ${sum(chosen)} requests, ${caught.size} of ${faults.length} faults.`);
const missed = [...known].filter((id) => !told.has(id));
if (missed.length > 0) console.log(`Nothing tells of ${missed.join(', ')}.`);
