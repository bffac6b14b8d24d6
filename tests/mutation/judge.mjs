import { openOn } from './open.mjs';

/** What a setting is judged by; requirements that only read go first, as in every run. */
export const judgedIn = ({ isWorth }, requirements) =>
  ['reads', 'writes'].flatMap((effects) => requirements.filter((one) => one.effects === effects && isWorth(one)));

/** Judges once; a failure that stands needs no smaller example here. */
export async function failureOf(trial, requirement) {
  const verdict = await trial.judge(requirement, { runs: 1, requests: 1_000, shrinkRequests: 0 });
  if (verdict.outcome !== 'failed' || verdict.intermittent) return undefined;
  const { expected, observed } = verdict.counterexample.deviation;
  return `expected ${expected}, observed ${observed}`;
}

/**
 * Judges a mutated server until something tells. Gives `killer`, the id of what told, and `failure` in words; neither
 * where nothing did. `defect` is what broke in calproof itself, which kills nothing.
 */
export async function judgeMutant({ built, setting, schedule, crashed }) {
  const opened = await openOn(built, setting).catch((error) => ({ error }));
  const target = { killer: 'target' };
  if (opened.error) return { ...target, failure: `cannot be judged: ${opened.error.message}` };
  const { trial, close, gaveUp } = opened;
  let defect;
  try {
    for (const requirement of schedule) {
      try {
        const failure = await failureOf(trial, requirement);
        if (failure !== undefined) return { killer: requirement.id, failure };
      } catch (error) {
        defect ??= `${requirement.id}: ${error.stack}`;
      }
      if (crashed()) return { ...target, failure: `breaks down: ${crashed().message}` };
      if (gaveUp()) return { ...target, failure: 'leaves requests without an answer' };
    }
    return { defect };
  } finally {
    await close();
  }
}
