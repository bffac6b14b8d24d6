import type { Verdict } from '../../kernel/verdict.js';
import { requirements } from '../../suites/index.js';
import type { WireShapes } from '../../zoo/intercept/wire-view.js';
import type { Allowance } from '../../zoo/variant.js';
import type { OnTrialOptions } from '../suites/on-trial.js';
import { onBare } from './bare.js';

/** The verdicts of one target. */
export interface Judged {
  readonly sight: WireShapes;
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Failures, each in one line. */
  readonly failures: readonly string[];
  readonly passed: readonly string[];
  /** What could not be deleted. */
  readonly left: readonly string[];
}

const isStandard = process.env.CALPROOF_RUNS === 'standard';

/** What others than the reference server promise. */
const promised = requirements.filter(({ profile }) => profile !== 'reference');

/** Judges all that a conforming target promises, one run each, or as often as `CALPROOF_RUNS=standard` says. */
export async function judgePromised(options: OnTrialOptions = {}): Promise<Judged> {
  const on = await onBare(options);
  const verdicts = new Map<string, Verdict>();
  // Reading first, while nothing of ours is written.
  for (const effects of ['reads', 'writes'] as const) {
    for (const requirement of promised.filter((one) => one.effects === effects)) {
      const runs = isStandard ? (requirement.runs ?? 1) : 1;
      const verdict = await on.trial.judge(requirement, { runs, requests: 1000, shrinkRequests: 60 });
      verdicts.set(requirement.id, verdict);
    }
  }
  const left = await on.close();
  const judged = [...verdicts];
  return {
    sight: on.opened.profile,
    verdicts,
    failures: judged.flatMap(([id, verdict]) => (verdict.outcome === 'failed' ? [toLine(id, verdict)] : [])),
    passed: judged.filter(([, { outcome }]) => outcome === 'passed').map(([id]) => id),
    left,
  };
}

/** What passed on one target and not on the other, each with the reason, but for what is allowed for. */
export const lostBetween = (before: Judged, after: Judged, allowances: readonly Allowance[] = []): readonly string[] =>
  before.passed
    .filter((id) => !after.passed.includes(id) && !allowances.some(({ requirement }) => id.startsWith(requirement)))
    .map((id) => toLine(id, after.verdicts.get(id)));

function toLine(id: string, verdict: Verdict | undefined): string {
  if (verdict?.outcome === 'failed') {
    const { expected, observed } = verdict.counterexample.deviation;
    return `${id}: expected ${expected}, observed ${observed}`;
  }
  return `${id}: ${verdict && 'reason' in verdict ? verdict.reason : verdict?.outcome}`;
}
