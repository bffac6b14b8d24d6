const PARTS = 12;
const share = Number(process.env.CALPROOF_SHARE ?? 0);
if (!(Number.isInteger(share) && share >= 0 && share < PARTS))
  throw new RangeError(`CALPROOF_SHARE is ${share}; use 0 to ${PARTS - 1}`);

/**
 * What this run judges of many: every twelfth, and at least one; others with `CALPROOF_SHARE=1`, as at each commit in CI.
 */
export function inShare<One>(all: readonly One[]): readonly One[] {
  const parts = Math.max(1, Math.min(PARTS, all.length));
  return all.filter((_, at) => at % parts === share % parts);
}
