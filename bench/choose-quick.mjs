// Chooses what a quick run judges, from the kill matrix of a proof at standard effort:
// `calproof prove --report json=FILE`, then `npm run choose-quick -- FILE`. Writes suites/quick.ts.
import { readFile, writeFile } from 'node:fs/promises';
import { clauses } from '../dist/contract/clauses.js';
import { requirements } from '../dist/suites/index.js';

const [file, budget = '415'] = process.argv.slice(2);
const { bare, faults } = JSON.parse(await readFile(file, 'utf8'));
const passed = new Set(bare.passed);
const offered = requirements.filter(({ id, profile }) => profile !== 'reference' && passed.has(id));

const catches = new Map(offered.map(({ id }) => [id, []]));
for (const { id, caughtBy } of faults) for (const { requirement } of caughtBy) catches.get(requirement)?.push(id);

const known = new Set(clauses.map(({ id }) => id));
const tells = ({ level, clause, alsoTells = [] }) =>
  level === 'MUST' ? [clause, ...alsoTells].filter((id) => known.has(id)) : [];

const chosen = new Set();
const [told, caught] = [new Set(), new Set()];
let spent = 0;

const newIn = (seen, ids) => ids.filter((id) => !seen.has(id)).length;
/** A clause of which nothing would be told weighs as much as a few faults: none may be left out. */
const worth = (one) => (newIn(caught, catches.get(one.id)) + 3 * newIn(told, tells(one))) / (one.cost + 0.2);

function choose(one) {
  chosen.add(one.id);
  spent += one.cost;
  for (const id of catches.get(one.id)) caught.add(id);
  for (const id of tells(one)) told.add(id);
}

/** The best of those that the rest of the budget still pays for; what tells of a clause first is paid for anyway. */
function best() {
  const left = Number(budget) - spent;
  const affordable = offered.filter((one) => !chosen.has(one.id) && (one.cost <= left || newIn(told, tells(one)) > 0));
  return affordable.filter((one) => worth(one) > 0).toSorted((one, other) => worth(other) - worth(one))[0];
}

for (let one = best(); one; one = best()) choose(one);

const lines = offered.filter(({ id }) => chosen.has(id)).map(({ id }) => `  '${id}',\n`);
const page = `/**
 * What a quick run judges: enough to tell of every clause, and beyond that what catches the most faults for its
 * requests. Chosen from the kill matrix by \`npm run choose-quick\`.
 */
export const quick: readonly string[] = [
${lines.join('')}];
`;
await writeFile('suites/quick.ts', page);
console.log(`${chosen.size} requirements, ${spent} requests, ${caught.size} of ${faults.length} faults.`);
const missed = [...known].filter((id) => !told.has(id));
if (missed.length > 0) console.log(`Nothing tells of ${missed.join(', ')}.`);
