import { expect } from 'vitest';
import type { Verdict } from '../../kernel/verdict.js';
import { requirements } from '../../suites/index.js';
import { toCurl } from '../../wire/curl.js';
import { type Fault, isAbout } from '../../zoo/fault.js';
import type { WireShapes } from '../../zoo/intercept/wire-view.js';
import type { OnTrialOptions } from '../suites/on-trial.js';
import { onBare, through } from './bare.js';

interface Seen {
  readonly id: string;
  readonly verdict: Verdict;
}

export interface Faulty {
  readonly fault: Fault;
  /** What makes the fault, where something stands before it. */
  readonly placed?: Pick<Fault, 'create'>;
  readonly sight: WireShapes;
  /** How the target is set up otherwise. */
  readonly options?: OnTrialOptions;
}

/** Judges what is about a fault, that of its own clause first, until one fails. */
async function judgeFaulty({ fault, placed = fault, sight, options = {} }: Faulty): Promise<readonly Seen[]> {
  const about = requirements.filter((requirement) => isAbout(fault, requirement));
  const inOrder = about.toSorted((one, other) => nearness(fault, one) - nearness(fault, other));
  const on = await onBare({ ...options, ...through(placed, sight) });
  const seen: Seen[] = [];
  for (const requirement of inOrder) {
    const allowance = { runs: requirement.runs ?? 1, requests: 1000, shrinkRequests: 60 };
    const verdict = await on.trial.judge(requirement, allowance);
    seen.push({ id: requirement.id, verdict });
    if (verdict.outcome === 'failed') break;
  }
  await on.close();
  return seen;
}

const nearness = ({ clause }: Fault, requirement: { readonly clause: string }): number =>
  requirement.clause === clause ? 0 : 1;

const toLine = ({ id, verdict }: Seen): string =>
  `${id}: ${verdict.outcome}${'reason' in verdict ? `, ${verdict.reason}` : ''}`;

/** Expects a requirement that names the fault to fail every time, and to show by which request. */
export async function expectCaught(faulty: Faulty): Promise<void> {
  const seen = await judgeFaulty(faulty);
  const verdict = seen.at(-1)?.verdict;
  if (verdict?.outcome !== 'failed') throw new Error(`not caught by any of\n${seen.map(toLine).join('\n')}`);
  const { counterexample, intermittent } = verdict;
  expect(intermittent, `${seen.at(-1)?.id} saw it once`).toBe(false);
  const shown = counterexample.deviation.exchange ?? counterexample.exchanges.at(-1);
  expect(shown && toCurl(shown, { origin: 'http://127.0.0.1' })).toContain('curl');
}
