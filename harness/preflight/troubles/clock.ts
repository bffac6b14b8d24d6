import type { Troubles } from '../trouble.js';

/** What is told of a target that is judged all the same. */
export const clockWarnings = {
  ahead: {
    seen: "The target's clock is {skew} ahead of ours.",
    advice: "Set the clock that is off, or give the target's time with --now.",
    means:
      'The Date of its answer is later than the time of this machine, or of --now: what is upcoming there may be past here.',
  },
  behind: {
    seen: "The target's clock is {skew} behind ours.",
    advice: "Set the clock that is off, or give the target's time with --now.",
    means: 'The Date of its answer, its Age in caches added, is earlier than the time of this machine, or of --now.',
  },
} as const satisfies Troubles;
