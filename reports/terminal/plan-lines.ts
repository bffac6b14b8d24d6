import type { Plan } from '../../kernel/plan.js';
import type { RequirementInfo } from '../../kernel/requirement.js';
import { plural, toCount } from '../../wire/wording.js';
import type { Setting } from './layout.js';

/** What a plan is printed from. */
interface PlanReportOptions extends Setting {
  readonly plan: Plan;
  /** An estimate of the requests for probes, test data and clean-up. */
  readonly fixed: number;
}

/** What a run would judge and send, requirement by requirement; the numbers are upper bounds for a passing run. */
export function toPlanLines(requirements: readonly RequirementInfo[], options: PlanReportOptions): readonly string[] {
  const { plan, fixed, palette } = options;
  const width = Math.max(...requirements.map(({ id }) => id.length));
  const planned = requirements.filter(({ id }) => plan.has(id));
  const writing = planned.filter(({ effects }) => effects === 'writes');
  const [all, writes] = [planned, writing].map((some) => sumOf(some, plan));
  return [
    ...requirements.map((requirement) => toLine(requirement, { plan, width, palette })),
    '',
    `${plural(planned.length, 'requirement')}, at most ${plural((all ?? 0) + fixed, 'request')}:`,
    `  ${toCount((all ?? 0) - (writes ?? 0))} for requirements that read, ${toCount(writes ?? 0)} for requirements that write, about ${toCount(fixed)} for probes, test data and clean-up.`,
    `  Each failure may take ${SEARCH} more, to confirm it and to shrink its input.`,
    palette.strong('Nothing was sent.'),
  ];
}

const SEARCH = 60;

const sumOf = (requirements: readonly RequirementInfo[], plan: Plan): number =>
  requirements.reduce((sum, { id }) => sum + (plan.get(id)?.requests ?? 0), 0);

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
