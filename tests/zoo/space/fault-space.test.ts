import { describe, expect, test } from 'vitest';
import { conditions } from '../../../zoo/space/conditions.js';
import { drawPoints } from '../../../zoo/space/draw-points.js';
import { exclusions } from '../../../zoo/space/exclusions.js';
import { faultSpace, findPoint, toCandidates } from '../../../zoo/space/fault-space.js';
import { siteKinds } from '../../../zoo/space/sites/fault-site.js';

const points = faultSpace();

describe('the fault space', () => {
  test('has ten thousand points at least, each with an id of its own', () => {
    expect(points.length).toBeGreaterThan(10_000);
    expect(new Set(points.map(({ id }) => id)).size).toBe(points.length);
    expect(points.filter(({ id }) => !/^space:[a-z_.-]+(\/[\w-]+)?\/[a-z0-9-]+\/[a-z-]+$/.test(id))).toEqual([]);
  });

  test('finds each point by its id', () => {
    const [point] = points;
    expect(findPoint(point?.id ?? '')).toBe(point);
    expect(findPoint('space:events.create/title/dropped/never')).toBeUndefined();
  });

  test('says of each point in a sentence what is wrong', () => {
    const odd = points.filter(
      ({ statement }) => !/^[A-Z].* .*[^.,]\.$/.test(statement) || /undefined| {2}/.test(statement),
    );
    expect(odd.map(({ statement }) => statement)).toEqual([]);
    expect(findPoint('space:venues.by-slug.update.patch/zip/cut/beside-neighbour')?.statement).toBe(
      'A PATCH of a venue by its slug stores zip cut after 10 characters, but only beside phone.',
    );
  });

  test('excludes few things, each for a reason and each something', () => {
    const candidates = toCandidates();
    expect(exclusions.length).toBeLessThan(20);
    for (const { reason, excludes } of exclusions) {
      expect(reason).toMatch(/^[A-Z].*\.$/);
      expect(candidates.some(excludes), reason).toBe(true);
    }
  });

  test('has points for every kind of site and every condition', () => {
    expect(new Set(points.map(({ site }) => site.kind))).toEqual(new Set(siteKinds));
    expect(new Set(points.map(({ condition }) => condition))).toEqual(new Set(conditions));
  });
});

describe('a sample', () => {
  test('is the same for the same seed and another for another', () => {
    const draw = (seed: number) => drawPoints(points, { seed, count: 100 }).map(({ id }) => id);
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    expect(new Set(draw(1)).size).toBe(100);
  });

  test('takes the kinds of site in turn, until one has no more', () => {
    const drawn = drawPoints(points, { seed: 1, count: 100 });
    for (const kind of siteKinds) expect(drawn.filter(({ site }) => site.kind === kind)).toHaveLength(20);
    expect(drawPoints(points, { seed: 1, count: 1e6 })).toHaveLength(points.length);
  });
});
