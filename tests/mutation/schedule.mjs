/**
 * Puts first what is likely to tell: what told of the mutants next to it, then what has told most and costs least. What
 * can tell are the requirements in whose judging a mutant's code runs, and those that read, where it runs while the
 * target is made ready, too: they look at what was made then. Where it runs only then, any may tell.
 */
export function createSchedule() {
  const kills = new Map();
  const recent = new Map();
  const worth = ({ id, cost }, near) => 1_000 * (near.indexOf(id) + 1) + 10 * (kills.get(id) ?? 0) - cost;
  return {
    note(file, id) {
      kills.set(id, (kills.get(id) ?? 0) + 1);
      recent.set(file, [...(recent.get(file) ?? []).filter((other) => other !== id), id]);
    },
    /** The requirements to judge, in order; undefined where the mutant's code never runs. */
    of(requirements, file, isCovering) {
      const isReady = isCovering('target');
      const covering = requirements.filter(({ id }) => isCovering(id));
      if (covering.length === 0 && !isReady) return undefined;
      const looking = isReady ? requirements.filter(({ effects }) => effects === 'reads') : [];
      const telling = covering.length > 0 ? [...new Set([...covering, ...looking])] : requirements;
      const near = recent.get(file) ?? [];
      return telling.toSorted((a, b) => worth(b, near) - worth(a, near));
    },
  };
}
