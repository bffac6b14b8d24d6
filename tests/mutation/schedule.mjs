/** Puts first what is likely to tell: what covers the mutant, and of that what has told most and costs least. */
export function createSchedule() {
  const kills = new Map();
  const worth = ({ id, cost }) => 10 * (kills.get(id) ?? 0) - cost;
  return {
    note: (id) => void kills.set(id, (kills.get(id) ?? 0) + 1),
    /**
     * Once each of what covers the mutant; then, where it is to be thorough, all requirements as often as at standard
     * effort, for what a mutant did to the world may show where its code does not run.
     */
    of(requirements, isCovering, isThorough) {
      const covering = requirements.filter(({ id }) => isCovering(id)).sort((a, b) => worth(b) - worth(a));
      const others = requirements.filter(({ id }) => !isCovering(id));
      const isCovered = covering.length > 0 || isCovering('target');
      if (!isCovered) return [];
      const once = covering.map((requirement) => ({ requirement, runs: 1 }));
      const again = covering.filter(({ runs = 1 }) => runs > 1);
      return isThorough ? [...once, ...[...again, ...others].map((requirement) => ({ requirement }))] : once;
    },
  };
}
