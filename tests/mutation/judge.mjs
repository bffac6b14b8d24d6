import { openOn } from './open.mjs';

/** What a setting is judged by; requirements that only read go first, as in every run. */
export const judgedIn = ({ isWorth }, requirements) =>
  ['reads', 'writes'].flatMap((effects) => requirements.filter((one) => one.effects === effects && isWorth(one)));

/** Judges once, or as often as at standard effort; a failure that stands needs no smaller example here. */
export const judgeIn = (trial, requirement, runs = 1) =>
  trial.judge(requirement, { runs, requests: 1_000, shrinkRequests: 0 });

/** Each once, for that kills most; then those again for which a standard run draws several inputs. */
function* turnsOf(schedule) {
  for (const requirement of schedule) yield { requirement, runs: 1 };
  for (const requirement of schedule) if ((requirement.runs ?? 1) > 1) yield { requirement, runs: requirement.runs };
}

/** A failure that was seen twice, in words; undefined for any other verdict. */
export function failureIn(verdict) {
  if (verdict.outcome !== 'failed' || verdict.intermittent) return undefined;
  const { expected, observed } = verdict.counterexample.deviation;
  return `expected ${expected}, observed ${observed}`;
}

/**
 * Judges a mutated server until something kills it. Gives `killer`, the id of what did, and `failure` in words; neither
 * where nothing did; `judged` is how many requirements that took. `defect` is what broke in calproof itself, which kills
 * nothing.
 */
export async function judgeMutant({ built, setting, schedule, breakdown }) {
  const opened = await openOn(built, setting, breakdown).catch((error) => ({ error }));
  const byTarget = (failure) => ({ killer: 'target', failure });
  if (breakdown.error) return byTarget(`breaks down: ${breakdown.error.message}`);
  if (opened.error) return byTarget(`cannot be judged: ${opened.error.message}`);
  const { trial, close, gaveUp } = opened;
  const judged = [];
  const toEnd = (end) => ({ ...end, judged: judged.length + 1 });
  try {
    for (const { requirement, runs } of turnsOf(schedule)) {
      const verdict = await judgeIn(trial, requirement, runs);
      const failure = failureIn(verdict);
      if (failure !== undefined) return toEnd({ killer: requirement.id, failure });
      if (breakdown.error) return byTarget(`breaks down: ${breakdown.error.message}`);
      if (gaveUp()) return byTarget('leaves requests without an answer');
      if (runs === 1) judged.push({ requirement, verdict });
    }
    const doubt = doubtOf(built, setting, judged);
    return toEnd(doubt === undefined ? {} : byTarget(doubt));
  } catch (error) {
    return { defect: error.stack };
  } finally {
    await close();
  }
}

/** Why a run would say that this target cannot be judged; what the mutant's code has no part in passes, as without it. */
function doubtOf({ conclude, requirements }, setting, judged) {
  const known = new Set(judged.map(({ requirement }) => requirement));
  const others = judgedIn(setting, requirements).filter((requirement) => !known.has(requirement));
  const passed = others.map((requirement) => ({ requirement, verdict: { outcome: 'passed', runs: 1, requests: 1 } }));
  const end = { end: 'finished', judged: [...judged, ...passed], left: [], requests: 0, ms: 0 };
  const { code, sentence } = conclude(end, { strict: false });
  return code === 3 ? sentence : undefined;
}
