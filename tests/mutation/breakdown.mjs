/** The first error that nobody caught while a mutant was judged; `happened` resolves with it. */
export function createBreakdown() {
  let fail;
  const happened = new Promise((resolve) => {
    fail = resolve;
  });
  const breakdown = {
    error: undefined,
    happened,
    note(error) {
      breakdown.error ??= error;
      fail(error);
    },
  };
  return breakdown;
}

/** Runs something and notes what it leaves uncaught in this process. */
export async function noting({ note }, run) {
  process.on('uncaughtException', note).on('unhandledRejection', note);
  try {
    return await run();
  } finally {
    process.off('uncaughtException', note).off('unhandledRejection', note);
  }
}
