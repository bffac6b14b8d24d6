import type { Requirement } from '../requirement.js';

/** What is judged together, and how much of it at the same time. */
export interface JudgingPhase<Subject, World> {
  readonly requirements: readonly Requirement<Subject, World>[];
  readonly concurrency: number;
  /** The last phase: whatever still has no response is the target's fault. */
  readonly isLast?: boolean;
}

/** The requirements to put into phases. */
export interface PhaseOptions<Subject, World> extends JudgingPhase<Subject, World> {
  /** What is judged before all else: ids. */
  readonly first?: ReadonlySet<string>;
}

/** Keeps requirements that read apart from those that write, and judges one that is `alone` by itself. */
export function toPhases<Subject, World>({
  requirements,
  concurrency,
  first = new Set(),
}: PhaseOptions<Subject, World>): readonly JudgingPhase<Subject, World>[] {
  return [true, false].flatMap((isFirst) => {
    const these = requirements.filter(({ id, monitors }) => first.has(id) === isFirst && !monitors);
    const among = these.filter(({ alone }) => !alone);
    return [
      { requirements: among.filter(({ effects }) => effects === 'reads'), concurrency },
      { requirements: among.filter(({ effects }) => effects === 'writes'), concurrency },
      { requirements: these.filter(({ alone }) => alone), concurrency: 1 },
    ];
  });
}

/** Judges again, one by one, what may have failed because the target was busy. */
export const toLastPhase = <Subject, World>(
  requirements: readonly Requirement<Subject, World>[],
  stalled: ReadonlyMap<string, unknown>,
): JudgingPhase<Subject, World> => ({
  requirements: requirements.filter(({ id }) => stalled.has(id)),
  concurrency: 1,
  isLast: true,
});

/** Judges what monitors nominated, once nothing else is to be watched. */
export const toMonitoringPhase = <Subject, World>(
  requirements: readonly Requirement<Subject, World>[],
): JudgingPhase<Subject, World> => ({
  requirements: requirements.filter(({ monitors }) => monitors),
  concurrency: 1,
  isLast: true,
});
