/**
 * Puts first what is likely to tell, which is what has told most and costs least, among the requirements in whose
 * judging a mutant's code runs. Where it runs only while the target is made ready, any may tell of the consequences.
 */
export function createSchedule() {
  const kills = new Map();
  const worth = ({ id, cost }) => 10 * (kills.get(id) ?? 0) - cost;
  return {
    note: (id) => void kills.set(id, (kills.get(id) ?? 0) + 1),
    /** The requirements to judge, in order; undefined where the mutant's code never runs. */
    of(requirements, isCovering) {
      const covering = requirements.filter(({ id }) => isCovering(id));
      if (covering.length === 0 && !isCovering('target')) return undefined;
      return (covering.length > 0 ? covering : requirements).toSorted((a, b) => worth(b) - worth(a));
    },
  };
}
