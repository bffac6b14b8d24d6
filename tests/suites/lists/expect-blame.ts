import { beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../wire/clock.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { faults } from '../../../zoo/faults/index.js';
import { createWireView, type WireShapes } from '../../../zoo/intercept/wire-view.js';
import { sightOfBare } from '../../zoo/bare.js';
import { inShare } from '../../zoo/share.js';
import { failed, judgeLists } from './judge.js';
import type { Blame } from './list-blames.js';

/** Filters are judged together, in a language, in pages and after updates as well, and an id that no record has is a value like others. */
const always = [
  'combined',
  'language-filters',
  'near-misses',
  'unknown-id',
  'include.pages',
  'moved',
  'order',
  // It asks for a descending order.
  'orderby-count.pages',
  'page.filtered',
  'parent.zero',
  'start_date.with-end-date',
];

const SEED = 1;

/** A fault of the zoo, in front of a target with records of these shapes. */
export function interceptorOf(id: string, shapes: WireShapes): Interceptor {
  const fault = faults.find((one) => one.id === id);
  if (!fault) throw new Error(`the zoo has no fault ${id}`);
  return fault.create(SEED, createWireView(shapes), systemClock);
}

/** Tests that each fault of the share that is tried fails its requirement, and of the others of its collection none but those that are named. */
export function testBlame(blames: readonly Blame[]): void {
  let shapes: WireShapes;
  beforeAll(async () => {
    shapes = await sightOfBare();
  });

  test.each(inShare(blames).map((blame) => [blame.fault, blame.requirement, blame] as const))(
    '%s fails %s',
    async (id, requirement, { besides }) => {
      const list = requirement.split('.').slice(0, 2).join('.');
      const failures = failed(await judgeLists(interceptorOf(id, shapes), list, requirement));
      expect(failures).toContain(requirement);
      if (besides === 'all') return;
      const accomplices = [requirement, ...[...always, ...besides].map((end) => `${list}.${end}`)];
      expect(failures.filter((one) => !accomplices.includes(one))).toEqual([]);
    },
  );
}
