// Chooses what a quick run judges, from the kill matrix of a proof at standard effort:
// `calproof prove --report json=FILE`, then `npm run choose-quick -- FILE`. Writes suites/quick.ts.
import { readFile, writeFile } from 'node:fs/promises';
import loadHighs from 'highs';
import { clauses } from '../build/contract/clauses/clauses.js';
import { requirements } from '../build/suites/index.js';

const [file, most = '330'] = process.argv.slice(2);
const { bare, faults, conforming } = JSON.parse(await readFile(file, 'utf8'));
const passed = new Set(bare.passed);
// Requirements about existing records, or about identities, take more requests than a quick run has.
const isFound = ({ needs }) => needs.some((need) => /^(existing|identity)\./.test(need));
const offered = requirements.filter((one) => one.profile !== 'reference' && passed.has(one.id) && !isFound(one));
const variableOf = new Map(offered.map(({ id }, index) => [id, `r${index}`]));
const variablesOf = (some) => some.map(({ id }) => variableOf.get(id));

const known = new Set(clauses.map(({ id }) => id));
const coveredBy = ({ level, clause, alsoCovers = [] }) => (level === 'MUST' ? [clause, ...alsoCovers] : []);
const requirementsOf = (clause) => offered.filter((one) => coveredBy(one).includes(clause));

const within = faults.flatMap(({ caughtBy }, index) => {
  const catching = [...new Set(caughtBy.flatMap(({ requirement }) => variableOf.get(requirement) ?? []))];
  return catching.length > 0 ? [{ variable: `f${index}`, catching }] : [];
});

/** The weight of a request: it decides only between choices that catch the same faults. */
const REQUEST = 0.0005;

// An uncovered clause is worse than any number of missed faults: each clause needs a requirement.
const covering = [...known].map(requirementsOf).filter((some) => some.length > 0);
// On no conforming target may more than one in twenty of the chosen requirements be inconclusive.
const ENOUGH = 0.05;
const inconclusive = conforming.map(({ lost }) => new Set(lost.map(({ requirement }) => requirement)));
const limits = inconclusive
  .filter((ids) => ids.size > 0)
  .map((ids) =>
    offered.map(({ id }) => `${ids.has(id) ? '+' : '-'} ${ids.has(id) ? 1 - ENOUGH : ENOUGH} ${variableOf.get(id)}`),
  );
const program = `Maximize
  caught: ${within.map(({ variable }) => variable).join(' + ')} ${offered.map(({ id, cost }) => `- ${REQUEST * cost} ${variableOf.get(id)}`).join(' ')}
Subject To
${within.map(({ variable, catching }) => `  ${variable} ${catching.map((one) => `- ${one}`).join(' ')} <= 0`).join('\n')}
${covering.map((some) => `  ${variablesOf(some).join(' + ')} >= 1`).join('\n')}
  ${offered.map(({ id, cost }) => `${cost} ${variableOf.get(id)}`).join(' + ')} <= ${Number(most)}
${limits.map((terms) => `  ${terms.join(' ')} <= 0`).join('\n')}
Bounds
${within.map(({ variable }) => `  0 <= ${variable} <= 1`).join('\n')}
Binary
  ${variablesOf(offered).join(' ')}
End
`;

const highs = await loadHighs();
const { Status: status, Columns: columns } = highs.solve(program);
if (status !== 'Optimal') throw new Error(`no choice within ${most} requests: ${status}`);
const chosen = offered.filter(({ id }) => columns[variableOf.get(id)].Primal > 0.5);

const page = `/**
 * The requirements of a quick run: enough to cover every clause, and then those that catch the most faults for their
 * requests. Chosen from the kill matrix by \`npm run choose-quick\`.
 */
export const quick: readonly string[] = [
${chosen.map(({ id }) => `  '${id}',\n`).join('')}];
`;
await writeFile('suites/quick.ts', page);
const cost = chosen.reduce((total, one) => total + one.cost, 0);
const caught = within.filter(({ variable }) => columns[variable].Primal > 0.5).length;
console.log(`${chosen.length} requirements, ${cost} requests, ${caught} of ${within.length} faults within reach.`);
const missed = [...known].filter((id) => !chosen.some((one) => coveredBy(one).includes(id)));
if (missed.length > 0) console.log(`Nothing covers ${missed.join(', ')}.`);
