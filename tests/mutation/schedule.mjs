/**
 * Puts first what is likely to kill: what killed the mutants next to it, then what has killed most and costs least. What
 * can kill are the requirements that run a mutant's code while they are judged, and those that read, where it runs while the
 * target is made ready, too: they read what was made then. Where it runs only then, any may kill.
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
      const able = covering.length > 0 ? [...new Set([...covering, ...looking])] : requirements;
      const near = recent.get(file) ?? [];
      return able.toSorted((a, b) => worth(b, near) - worth(a, near));
    },
  };
}
