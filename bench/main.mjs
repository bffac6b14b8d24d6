import { firstVerdict } from './check/first-verdict.mjs';
import { help } from './check/help.mjs';
import { memory, quickRun } from './check/quick-run.mjs';
import { bareReplayCost, replayCost, requestBudget, watchCost } from './check/replay.mjs';
import { migrationFigures } from './migration/figures.mjs';
import { sinceFigures } from './migration/since-figures.mjs';
import { serverFigures } from './server/figures.mjs';

/**
 * Measures calproof against its limits. Machines are noisy, so most figures are ratios or counts within one run;
 * the limit of a figure in seconds leaves room. Exits with 1 when a figure is over its limit.
 */
const figures = [
  help,
  firstVerdict,
  () => requestBudget('quick', 600),
  () => requestBudget('standard', 3000),
  quickRun,
  () => memory('sandbox', 'quick'),
  () => memory('readonly', 'standard'),
  replayCost,
  bareReplayCost,
  watchCost,
  ...serverFigures,
  ...migrationFigures,
  ...sinceFigures,
];

for (const measure of figures) {
  const { name, ratio, limit } = await measure();
  const over = !(ratio <= limit);
  if (over) process.exitCode = 1;
  const bound = Number.isFinite(limit) ? `at most ${limit}` : 'no limit';
  console.log(`${over ? 'OVER' : 'ok  '}  ${ratio.toFixed(2).padStart(8)}  ${bound.padEnd(13)}  ${name}`);
}
