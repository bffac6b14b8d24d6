import type { Plan } from '../../kernel/run/plan.js';
import type { RequirementInfo } from '../../kernel/requirement.js';
import { plural } from '../../wire/wording.js';
import { type RunCost, toCostLines, toHarmLine } from './cost-lines.js';
import type { Setting } from './layout.js';

/** What a plan is printed from. */
interface PlanReportOptions extends Setting {
  readonly plan: Plan;
  readonly cost: RunCost;
}

/** What a run would judge and send, requirement by requirement; the numbers are upper bounds for a passing run. */
export function toPlanLines(requirements: readonly RequirementInfo[], options: PlanReportOptions): readonly string[] {
  const { plan, cost, palette } = options;
  const width = Math.max(...requirements.map(({ id }) => id.length));
  const planned = requirements.filter(({ id, monitors }) => plan.has(id) && !monitors);
  const monitors = requirements.filter((one) => one.monitors);
  const watching = monitors.length === 0 ? '' : ` and ${plural(monitors.length, 'monitor')}`;
  return [
    ...requirements.map((requirement) => toLine(requirement, { plan, width, palette })),
    '',
    `${plural(planned.length, 'requirement')}${watching}. ${toCostLines(cost).join('\n')}`,
    toHarmLine(cost),
    palette.strong('Nothing was sent.'),
  ];
}

/** What one line of the plan is laid out by; `width` is in characters. */
interface LineOptions extends Pick<PlanReportOptions, 'plan' | 'palette'> {
  readonly width: number;
}

function toLine({ id, level, effects }: RequirementInfo, { plan, width, palette }: LineOptions): string {
  const allowance = plan.get(id);
  const spent = allowance
    ? `${plural(allowance.runs, 'input')}, ${plural(allowance.requests, 'request')}`
    : 'not run: request budget exhausted';
  return `${id.padEnd(width)}  ${palette.quiet(`${level}, ${effects}, ${spent}`)}`;
}
