import fc from 'fast-check';
import type { Requirement, Scenario } from './requirement.js';
import type { Counterexample } from './verdict.js';

/** Where fast-check finds a counterexample again. */
export type DrawnAt = Pick<Counterexample, 'seed' | 'path' | 'replayPath'>;

/**
 * Draws the scenario of a counterexample again, on the world that it was drawn from. Nothing is executed, so what ran
 * the first time has to be told by `replayPath`.
 */
export function redraw<Subject, World>(
  requirement: Requirement<Subject, World>,
  world: World,
  { seed, path, replayPath }: DrawnAt,
): Scenario<Subject> | undefined {
  // In a tuple, as a property draws it.
  const [drawn] = fc.sample(fc.tuple(requirement.scenarios(world, replayPath)), { seed, path, numRuns: 1 });
  return drawn?.[0];
}

/** The replayPath that a value made of commands tells of itself; undefined for any other value. */
export function replayPathOf(value: unknown): string | undefined {
  const isTold = typeof value === 'object' && value !== null && 'replayPath' in value;
  return isTold && typeof value.replayPath === 'string' ? value.replayPath : undefined;
}
