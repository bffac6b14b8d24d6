import type { TargetProfile } from '../target/profile.js';
import type { Environment, Output } from './environment.js';
import { findRun } from './follow-index.js';
import type { RunOptions } from './options.js';
import { makeReady } from './ready-target.js';
import { openRunTarget, type RunTarget } from './run-target.js';

/** What came of learning a target. */
export interface Learned {
  readonly profile: TargetProfile;
  readonly target: RunTarget;
  /** What should be known of the target besides: sentences. */
  readonly warnings: readonly string[];
  /** Requests that learning took, those of the clean-up aside. */
  readonly requests: number;
  /** Records that could not be deleted, in words. */
  readonly left: readonly string[];
  /** The journal, when something in it still waits for a sweep. */
  readonly journalPath: string | undefined;
}

/** Learns a target, and deletes what was made for it. */
export async function learnTarget(options: RunOptions, environment: Environment, output: Output): Promise<Learned> {
  const startedAt = environment.clock.now();
  const opened = await openRunTarget(options, environment);
  try {
    const random = environment.randomSeed() / 2 ** 31;
    const nothing = { planned: [], selected: [], pinned: undefined, baseline: undefined };
    const given = { ...nothing, options, environment, target: opened, startedAt, output, random };
    const { run, warnings } = await findRun(given);
    const { session, journal } = await makeReady(run);
    try {
      const { profile } = session.calendar;
      const requests = session.calendar.sent;
      const left = await session.trial.close();
      return { profile, target: run.target, warnings, requests, left, journalPath: await journal.close() };
    } finally {
      await session.close();
    }
  } finally {
    await opened.close();
  }
}
