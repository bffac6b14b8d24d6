import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { toJsonValue } from '../../kernel/stored-scenario.js';
import { requirements } from '../../suites/index.js';
import { Inconclusive } from '../../wire/errors.js';
import type { JsonValue } from '../../wire/json.js';
import { onBare } from '../zoo/bare.js';

const TURNS = 4;
const VISITS = 7;

/** What a report keeps of the inputs that a requirement draws in a turn, and of some that they shrink to. */
function storedIn(requirement: CalendarRequirement, world: World, turn: number): readonly JsonValue[] {
  const seen: JsonValue[] = [];
  const visit = (value: unknown): boolean => {
    seen.push(toJsonValue(value));
    return seen.length > VISITS || seen.length % 3 !== 0;
  };
  try {
    fc.check(
      fc.property(requirement.scenarios(world, { turn }), ({ value }) => visit(value)),
      { seed: turn, numRuns: 1 },
    );
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
  }
  return seen;
}

const turnsOf = ({ runs = 1 }: CalendarRequirement): readonly number[] => [...Array(Math.min(runs, TURNS)).keys()];

const allStored = (world: World) =>
  new Map(requirements.map((one) => [one.id, turnsOf(one).flatMap((turn) => storedIn(one, world, turn))]));

/** A run among records that are alike but for what each run has of its own: its marker, and the ids of its records. */
async function storedInRun(seed: number, run: { readonly random: number; readonly former: number }, now: Date) {
  const on = await onBare({ seed, ...run, server: { now: () => now } });
  const { marker, world } = on.opened;
  const slugs = world.records.flatMap(({ slug, complete }) => (complete && slug !== undefined ? [slug] : []));
  const stored = allStored(world);
  await on.close();
  return { stored, own: [marker, ...slugs], firstId: world.records[0]?.id };
}

test.each([1, 7, 42])(
  'no stored input of seed %i holds a marker, an id or a slug of its run',
  async (seed) => {
    const now = new Date();
    const one = await storedInRun(seed, { random: 0.3, former: 0 }, now);
    const other = await storedInRun(seed, { random: 0.7, former: 7 }, now);
    expect(one.own.filter((text) => other.own.includes(text))).toEqual([]);
    expect(one.firstId).not.toBe(other.firstId);
    const found = [...one.stored].flatMap(([id, values]) => {
      const text = JSON.stringify(values);
      const named = one.own.filter((own) => text.includes(own)).map((own) => `${id}: ${own}`);
      return isDeepStrictEqual(values, other.stored.get(id)) ? named : [...named, `${id}: another in each run`];
    });
    expect(found).toEqual([]);
    expect([...one.stored.values()].flat().length).toBeGreaterThan(requirements.length);
  },
  120_000,
);
