import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CalendarRequirement } from '../../adapter/subject.js';
import { createWorld, type World } from '../../adapter/world/world.js';
import { collections, resourceOf } from '../../contract/resources.js';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import { isRef, type Ref } from '../../generators/wire-value.js';
import { toJsonValue } from '../../kernel/stored-scenario.js';
import { requirements } from '../../suites/index.js';
import { Inconclusive } from '../../wire/errors.js';
import { type OnTrial, onTrial, type OnTrialOptions } from './on-trial.js';

const world = completeWorld as WorldFile;

/** Worlds that offer more and less: with records of a file beside our own, our own alone, and what was found. */
const worlds: readonly (readonly [what: string, options: OnTrialOptions & { readonly seed: number }])[] = [
  ['a world with everything', { world, seed: 1 }],
  ['a world of its own records', { seed: 5 }],
  ['a world as found', { world, mode: 'readonly', seed: 9 }],
];

const RUNS = 2;
const VISITS = 10;
/** Worlds of a target that takes next to nothing, or has next to nothing: what cannot be drawn is inconclusive. */
const poorer: Readonly<Record<string, (rich: World) => World>> = {
  'no description is taken': (rich) => ({ ...rich, mostOf: withNone(rich, ['description']) }),
  'no optional field is taken': (rich) => ({ ...rich, mostOf: withRequired(rich) }),
  'nothing was made': (rich) => createWorld({ ...rich, records: [], localized: [] }),
  'one record of each collection was made': (rich) =>
    createWorld({ ...rich, records: firstOfEach(rich), localized: [] }),
  'no author, image or status is known': (rich) => ({ ...rich, accepted: { author: [], image: [], status: [] } }),
};

const withNone =
  ({ mostOf }: World, names: readonly string[]): World['mostOf'] =>
  (collection, field) =>
    names.includes(field) ? 0 : mostOf(collection, field);

const withRequired =
  ({ mostOf }: World): World['mostOf'] =>
  (collection, field) =>
    resourceOf(collection).fields[field]?.required ? mostOf(collection, field) : 0;

const firstOfEach = (rich: World) => collections.flatMap((collection) => rich.of(collection).slice(0, 1));

/** In ms: drawing what discriminates between filters in a large world takes a while. */
const LONG = 120_000;

/** The values that a requirement draws and some that they shrink to, as a report keeps them; or why it draws none. */
function visited(requirement: CalendarRequirement, drawFrom: World, seed: number): unknown {
  const seen: unknown[] = [];
  const visit = (value: unknown): boolean => {
    seen.push(toJsonValue(value));
    return seen.length > VISITS || seen.length % 3 !== 0;
  };
  try {
    for (let turn = 0; turn < RUNS; turn += 1) {
      const property = fc.property(requirement.scenarios(drawFrom, { turn }), ({ value }) => visit(value));
      fc.check(property, { seed, numRuns: 1 });
    }
    return seen;
  } catch (error) {
    if (error instanceof Inconclusive) return error.message;
    throw error;
  }
}

/** Every reference inside a value. */
function refsIn(value: unknown): readonly Ref[] {
  if (isRef(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(refsIn) : [];
}

describe.each(worlds)('what is given in %s', (_, { seed, ...options }) => {
  let on: OnTrial;
  beforeAll(async () => {
    on = await onTrial({ ...options, seed });
  });
  afterAll(() => on.close());

  const given = (requirement: CalendarRequirement): unknown => visited(requirement, on.opened.world, seed);

  const isUnknown = (ref: Ref): boolean => {
    try {
      on.opened.world.record(ref);
      return false;
    } catch {
      return true;
    }
  };

  test(
    'is the same for the same seed, and refers to records that are there',
    () => {
      const wrong = requirements.flatMap((requirement) => {
        const values = given(requirement);
        const unknown = refsIn(values).filter(isUnknown);
        return [
          ...(isDeepStrictEqual(given(requirement), values) ? [] : [`${requirement.id}: another one each time`]),
          ...unknown.map((ref) => `${requirement.id}: ${JSON.stringify(ref)} is not there`),
        ];
      });
      expect(wrong).toEqual([]);
    },
    LONG,
  );

  test.each(Object.entries(poorer))(
    'is something, or said to be lacking, where %s',
    (_what, impoverish) => {
      const poor = impoverish(on.opened.world);
      const defects = requirements.flatMap((requirement) => {
        try {
          visited(requirement, poor, seed);
          return [];
        } catch (error) {
          return [`${requirement.id}: ${String(error)}`];
        }
      });
      expect(defects).toEqual([]);
    },
    LONG,
  );
});
