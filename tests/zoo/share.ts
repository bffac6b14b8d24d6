import { seedOf } from '../../kernel/seed.js';

const PARTS = 4;
const share = Number(process.env.CALPROOF_SHARE ?? 0);
if (!(Number.isInteger(share) && share >= 0 && share < PARTS))
  throw new RangeError(`CALPROOF_SHARE is ${share}; use 0 to ${PARTS - 1}`);

/**
 * Whether this run judges one of many of the zoo: a quarter of them, drawn by id; another quarter with
 * `CALPROOF_SHARE=1`, as at each commit in CI.
 */
export const isInShare = ({ id }: { readonly id: string }): boolean => seedOf(2, id) % PARTS === share;
