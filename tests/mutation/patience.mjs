/** Answers are waited for so long, in ms, and so many may stay away before nothing more is waited for. */
const PATIENCE = { timeoutMs: 2_000, stalls: 2 };

/** Waits for an answer, but not for ever, and not at all once the server broke down. */
export function createPatience(breakdown) {
  let stalls = 0;
  const gaveUp = () => stalls >= PATIENCE.stalls;
  return {
    gaveUp,
    async intercept(request, next) {
      if (gaveUp() || breakdown.error) return stalled('not waited for');
      const outcome = await within(PATIENCE.timeoutMs, next(request), breakdown.happened);
      if (outcome.kind === 'stalled') stalls += 1;
      return outcome;
    },
  };
}

const stalled = (message) => ({ kind: 'stalled', message });

async function within(ms, answer, breakdown) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms, stalled(`no answer within ${ms} ms`));
  });
  try {
    return await Promise.race([answer, late, breakdown.then(() => stalled('broke down'))]);
  } finally {
    clearTimeout(timer);
  }
}
