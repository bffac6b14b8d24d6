// How much of a verdict is luck: judges faults that live in one field, one verb, one season, one identity or one language
// from several seeds, and counts the verdicts that differ between each two of them.
//   node bench/seeds.mjs                 the sample below, seeds 1 to 5
//   node bench/seeds.mjs --seeds 1,7     other seeds
//   node bench/seeds.mjs ID...           other cases of the zoo (`bare` is the target without a fault)
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { judgeAll } from '../build/runners/prove/judge-all.js';
import { judgeCase } from '../build/runners/prove/judge-case.js';
import { faults } from '../build/zoo/faults/index.js';
import { bareCase } from '../build/zoo/proof/case-result.js';
import { variants } from '../build/zoo/variants/index.js';

const sample = {
  'one field': [
    'events.update.patch.cost-lost',
    'organizers.by-slug.update.post.phone-lost',
    'venues.update.patch.resets-others',
    'venues.update.empty-address-ignored',
    'records.update.website-emptied',
  ],
  'one verb': [
    'events.by-slug.update.put.does-nothing',
    'categories.update.put.name-required',
    'events.update.post.links-dropped',
    'venues.update.patch.unreadable-skipped',
    'records.by-slug.delete.drafted',
  ],
  'one season': [
    'events.read.utc-without-summer-time',
    'events.read.utc-southern-summer-lost',
    'events.create.year-of-week',
    'events.create.leap-day-unknown',
    'events.read.utc-end-by-start',
  ],
  'one identity': [
    'records.update.post-unchecked',
    'venues.by-slug.update.unchecked',
    'events.by-slug.read.unchecked',
    'records.list.status-unchecked',
    'records.delete.id-unchecked',
  ],
  'one language': ['language.french-is-english', 'organizers.list.two-languages'],
  none: ['bare'],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string', default: '1,2,3,4,5' } },
});
const seeds = values.seeds.split(',').map(Number);
const setup = {
  target: { kind: 'embedded' },
  languageParameter: 'ml_language',
  effort: 'standard',
  seed: 1,
  now: Date.parse('2026-11-23T12:00:00Z'),
  concurrency: 1,
};

const kindOf = (id) => (faults.some((one) => one.id === id) ? 'fault' : 'variant');

function caseOf(id) {
  if (id === 'bare') return bareCase;
  if (![...faults, ...variants].some((one) => one.id === id)) throw new Error(`the zoo has no ${id}`);
  return { kind: kindOf(id), id };
}

const ids = positionals.length > 0 ? positionals : Object.values(sample).flat();
const cases = ids.flatMap((id) => seeds.map((seed) => ({ ...caseOf(id), seed })));

/** The outcomes of each case, by id and seed. */
async function judge() {
  const { shapes } = await judgeCase(bareCase, setup);
  const { signal } = new AbortController();
  const outcomes = new Map(ids.map((id) => [id, new Map()]));
  for await (const answer of judgeAll(cases, { setup, shapes, jobs: availableParallelism(), signal })) {
    const { id, seed } = answer.kind === 'judged' ? answer.result.case : answer.case;
    if (answer.kind !== 'judged') throw new Error(`${id} from seed ${seed}: ${answer.message}`);
    const cells = Object.entries(answer.result.cells).map(([name, { outcome }]) => [name, outcome]);
    outcomes.get(id || 'bare').set(seed, new Map(cells));
    process.stderr.write('.');
  }
  process.stderr.write('\n');
  return outcomes;
}

const pairs = seeds.flatMap((one, at) => seeds.slice(at + 1).map((other) => [one, other]));

const differing = (one, other) => [...one.keys()].filter((id) => one.get(id) !== other.get(id));

/** One row: how many verdicts differ between each two seeds, and which ever do. */
function toRow(id, bySeed) {
  const counts = pairs.map(([one, other]) => differing(bySeed.get(one), bySeed.get(other)).length);
  const ever = new Set(pairs.flatMap(([one, other]) => differing(bySeed.get(one), bySeed.get(other))));
  return { id, counts, ever: [...ever], bySeed };
}

const outcomes = await judge();
const rows = [...outcomes].map(([id, bySeed]) => toRow(id, bySeed));
const width = Math.max(...ids.map((id) => id.length));
console.log([''.padEnd(width), ...pairs.map(([one, other]) => `${one}:${other}`.padStart(4))].join(' '));
for (const { id, counts } of rows)
  console.log([id.padEnd(width), ...counts.map((count) => String(count).padStart(4))].join(' '));
for (const { id, ever, bySeed } of rows)
  for (const name of ever) console.log(`${id}: ${name}: ${seeds.map((seed) => bySeed.get(seed).get(name)).join(' ')}`);
const counts = rows.flatMap((row) => row.counts);
const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
console.log(
  `worst pair ${Math.max(...counts)}, mean ${mean.toFixed(2)}, of ${rows.length} targets and ${seeds.length} seeds`,
);
