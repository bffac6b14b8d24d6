// Chooses what a quick run judges, from the kill matrix of a proof at standard effort:
// `calproof prove --report json=FILE`, then `npm run choose-quick -- FILE`. Writes suites/quick.ts.
import { readFile, writeFile } from 'node:fs/promises';
import loadHighs from 'highs';
import { clauses } from '../dist/contract/clauses/clauses.js';
import { requirements } from '../dist/suites/index.js';

const [file, most = '401'] = process.argv.slice(2);
const { bare, faults, conforming } = JSON.parse(await readFile(file, 'utf8'));
const passed = new Set(bare.passed);
// To find what is judged on existing records, or between identities, takes more than a quick run has to spare.
const isFound = ({ needs }) => needs.some((need) => /^(existing|identity)\./.test(need));
const offered = requirements.filter((one) => one.profile !== 'reference' && passed.has(one.id) && !isFound(one));
const variableOf = new Map(offered.map(({ id }, index) => [id, `r${index}`]));
const variablesOf = (some) => some.map(({ id }) => variableOf.get(id));

const known = new Set(clauses.map(({ id }) => id));
const tells = ({ level, clause, alsoCovers = [] }) => (level === 'MUST' ? [clause, ...alsoCovers] : []);
const tellersOf = (clause) => offered.filter((one) => tells(one).includes(clause));

const within = faults.flatMap(({ caughtBy }, index) => {
  const catching = [...new Set(caughtBy.flatMap(({ requirement }) => variableOf.get(requirement) ?? []))];
  return catching.length > 0 ? [{ variable: `f${index}`, catching }] : [];
});

/** A request weighs so little that it decides between choices that catch the same alone. */
const REQUEST = 0.0005;

// A clause of which nothing is told is worse than any number of faults that get away: each is told of by something.
const told = [...known].map(tellersOf).filter((tellers) => tellers.length > 0);
// Of no conforming target may more than one in twenty be untold: of what is chosen as of all.
const ENOUGH = 0.05;
const untold = conforming.map(({ lost }) => new Set(lost.map(({ requirement }) => requirement)));
const shares = untold
  .filter((ids) => ids.size > 0)
  .map((ids) =>
    offered.map(({ id }) => `${ids.has(id) ? '+' : '-'} ${ids.has(id) ? 1 - ENOUGH : ENOUGH} ${variableOf.get(id)}`),
  );
const program = `Maximize
  caught: ${within.map(({ variable }) => variable).join(' + ')} ${offered.map(({ id, cost }) => `- ${REQUEST * cost} ${variableOf.get(id)}`).join(' ')}
Subject To
${within.map(({ variable, catching }) => `  ${variable} ${catching.map((one) => `- ${one}`).join(' ')} <= 0`).join('\n')}
${told.map((tellers) => `  ${variablesOf(tellers).join(' + ')} >= 1`).join('\n')}
  ${offered.map(({ id, cost }) => `${cost} ${variableOf.get(id)}`).join(' + ')} <= ${Number(most)}
${shares.map((terms) => `  ${terms.join(' ')} <= 0`).join('\n')}
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
 * What a quick run judges: enough to tell of every clause, and beyond that what catches the most faults for its
 * requests. Chosen from the kill matrix by \`npm run choose-quick\`.
 */
export const quick: readonly string[] = [
${chosen.map(({ id }) => `  '${id}',\n`).join('')}];
`;
await writeFile('suites/quick.ts', page);
const cost = chosen.reduce((total, one) => total + one.cost, 0);
const caught = within.filter(({ variable }) => columns[variable].Primal > 0.5).length;
console.log(`${chosen.length} requirements, ${cost} requests, ${caught} of ${within.length} faults within reach.`);
const missed = [...known].filter((id) => !chosen.some((one) => tells(one).includes(id)));
if (missed.length > 0) console.log(`Nothing tells of ${missed.join(', ')}.`);
