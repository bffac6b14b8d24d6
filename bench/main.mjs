import { firstVerdict } from './check/first-verdict.mjs';
import { bareReplayCost, replayCost, requestBudget } from './check/replay.mjs';
import { serverFigures } from './server/figures.mjs';

/**
 * Measures calproof against its limits; every figure is a ratio (or a count) within one run, for machines are noisy.
 * Ends with 1 when one is over its limit.
 */
const figures = [
  firstVerdict,
  () => requestBudget('quick', 600),
  () => requestBudget('standard', 3000),
  replayCost,
  bareReplayCost,
  ...serverFigures,
];

for (const measure of figures) {
  const { name, ratio, limit } = await measure();
  const over = !(ratio <= limit);
  if (over) process.exitCode = 1;
  const bound = Number.isFinite(limit) ? `at most ${limit}` : 'no limit';
  console.log(`${over ? 'OVER' : 'ok  '}  ${ratio.toFixed(2).padStart(8)}  ${bound.padEnd(13)}  ${name}`);
}
