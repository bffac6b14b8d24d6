import { seedOf } from '../../kernel/seed.js';
import type { Point } from './fault-space.js';
import { siteKinds } from './sites/fault-site.js';

/**
 * Draws points by a seed. The kinds of site take turns, so that none drowns the others: most points are fields, and most
 * of an interface is not. In each kind every point is as likely as any other.
 */
export function drawPoints(
  points: readonly Point[],
  { seed, count }: { readonly seed: number; readonly count: number },
) {
  const shuffled = siteKinds.map((kind) =>
    points
      .filter(({ site }) => site.kind === kind)
      .map((point) => ({ point, rank: seedOf(seed, point.id) }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ point }) => point),
  );
  const turns = Math.max(...shuffled.map(({ length }) => length));
  const inTurn = Array.from({ length: turns }, (_, turn) => shuffled.flatMap((points) => points[turn] ?? []));
  return inTurn.flat().slice(0, count);
}
