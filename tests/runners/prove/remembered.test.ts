import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import { openCase } from '../../../runners/prove/open-case.js';
import type { ProofSetup } from '../../../runners/prove/proof-setup.js';
import { drawOnce, remembered } from '../../../runners/prove/world-key.js';
import { openSession } from '../../../runners/run/session.js';
import { requirements } from '../../../suites/index.js';
import { systemClock } from '../../../wire/clock.js';
import { bareCase, type Case } from '../../../zoo/proof/case-result.js';

const languageParameter = 'ml_language';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const stage: ProofSetup = {
  target: { kind: 'embedded' },
  languageParameter,
  effort: 'standard',
  seed: 1,
  now: NOW,
  concurrency: 1,
};

/** A world on an embedded server of its own, with other secrets than any other. */
async function worldFor(place: Case): Promise<World> {
  const { transport, headers, identities, worldFile, address } = await openCase(stage, place);
  const { root, namespace } = address;
  const { trial } = await openSession({
    transport,
    headers,
    identities,
    site: { root, namespace, languageParameter },
    mode: 'sandbox',
    seed: 1,
    now: NOW,
    random: 0.5,
    clock: systemClock,
    concurrency: 1,
    ...(worldFile && { worldFile }),
  });
  return trial.world;
}

test('a requirement works out once what it draws from in alike worlds, and anew in others', async () => {
  const worlds = {
    one: await worldFor(bareCase),
    twin: await worldFor(bareCase),
    elsewhere: await worldFor({ kind: 'zone', id: 'Pacific/Auckland' }),
  };
  const [requirement] = requirements;
  if (!requirement) throw new Error('there is nothing to judge');
  const workedOut: World[] = [];
  const counting: CalendarRequirement = {
    ...requirement,
    scenarios(world) {
      workedOut.push(world);
      return requirement.scenarios(world);
    },
  };
  const { scenarios } = remembered(counting);
  for (const world of [...Object.values(worlds), ...Object.values(worlds)]) scenarios(world);
  expect(workedOut.map((world) => Object.values(worlds).indexOf(world))).toEqual([0, 2]);
  scenarios({ ...worlds.one, seed: worlds.one.seed + 1 });
  expect(workedOut).toHaveLength(3);
});

describe('what is drawn once', () => {
  const settings = { seed: 7, numRuns: 40 };

  test('is what would be drawn without a memory, again and again', () => {
    const source = fc.record({ name: fc.string(), size: fc.nat() });
    const wanted = fc.sample(source, settings);
    const once = drawOnce(source);
    expect([fc.sample(once, settings), fc.sample(once, settings)]).toEqual([wanted, wanted]);
  });

  test('is not worked out again', () => {
    let drawn = 0;
    const once = drawOnce(fc.nat().map((value) => [value, drawn++]));
    fc.sample(once, settings);
    const before = drawn;
    fc.sample(once, settings);
    expect([before, drawn]).toEqual([40, 40]);
  });

  test('shrinks to the same counterexample', () => {
    const source = fc.array(fc.nat());
    const isSmall = fc.property(source, (list) => list.length < 3);
    const isSmallOnce = fc.property(drawOnce(source), (list) => list.length < 3);
    const { counterexample, counterexamplePath } = fc.check(isSmall, settings);
    expect(counterexample).not.toBeNull();
    expect(fc.check(isSmallOnce, settings)).toMatchObject({ counterexample, counterexamplePath });
  });

  test('is drawn anew where it keeps a state of its own', () => {
    const touched = { check: () => true, run: () => {}, toString: () => 'touched' };
    const once = drawOnce(fc.commands([fc.constant(touched)], { size: '+1' }));
    const [first, again] = [fc.sample(once, settings), fc.sample(once, settings)];
    expect(again.some((commands, index) => commands === first[index])).toBe(false);
  });
});
