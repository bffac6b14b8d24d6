import type { Guard } from './guard.js';

/**
 * The guard of a run as one execution sees it: it knows the records that were shown to this execution itself. What
 * others saw meanwhile, and sooner or later, is no reason to do one thing or another.
 */
export function withMemory(guard: Guard): Guard {
  const seen = new Set<string>();
  const note = (idPath: string | undefined): string | undefined => {
    if (idPath !== undefined) seen.add(idPath);
    return idPath;
  };
  return {
    ...guard,
    admit: async (address, phase) => note(await guard.admit(address, phase)),
    answered: (address, exchange) => note(guard.answered(address, exchange)),
    knows: (idPath) => seen.has(idPath) && guard.knows(idPath),
  };
}
