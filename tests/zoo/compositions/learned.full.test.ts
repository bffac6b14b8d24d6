import { beforeAll, describe, expect, test } from 'vitest';
import type { FactValues } from '../../../adapter/profile/fact.js';
import { TARGET_PROFILE } from '../../../adapter/profile/pinned-facts.js';
import { readProfile } from '../../../adapter/profile/profile-parser.js';
import type { TargetProfile } from '../../../adapter/profile/target-profile.js';
import { AT_ONCE, createLimit } from '../../../wire/client/admission.js';
import type { Interceptor } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { drawnCompositions, learnsOf } from '../../../zoo/compositions/compositions.js';
import type { Learns } from '../../../zoo/learned-facts.js';
import type { Conforming, Variant } from '../../../zoo/variant.js';
import { variants } from '../../../zoo/variants/index.js';
import { onBare, sightOfBare, through } from '../bare.js';
import { inShare } from '../share.js';

const only = process.env.CALPROOF_ONLY;
const LONG = 120_000;
let bare: TargetProfile;

beforeAll(async () => {
  bare = await sightOfBare();
}, LONG);

const honest: Interceptor = (request, next) => next(request);

const toJson = ({ facts }: TargetProfile): JsonObject => Object.fromEntries(facts.map(({ id, value }) => [id, value]));
const toValues = (profile: TargetProfile): FactValues => toJson(profile) as FactValues;

/** Learns a variant of the reference server, and expects just what is stated of it: everything else is as before. */
async function expectLearned(conforming: Pick<Conforming, 'create'>, learns: Learns): Promise<TargetProfile> {
  const { intercept = honest, ...options } = through(conforming, bare);
  // Whoever limits how much is served at a time is learned as in a run, which sends no more than so many.
  const limited = createLimit(AT_ONCE);
  const on = await onBare({ ...options, intercept: (request, next) => limited(async () => intercept(request, next)) });
  await on.close();
  const { profile } = on.opened;
  expect(toValues(profile)).toEqual(learns(toValues(bare)));
  const file = { format: TARGET_PROFILE, facts: toJson(profile) };
  expect(readProfile(file, () => undefined)).not.toHaveProperty('problem');
  return profile;
}

/** The readings that variants follow, of those that a probe learns of. */
const learnedOf = (some: readonly Variant[], { evidence }: TargetProfile) => {
  const readings = Object.assign({}, ...some.map((one) => one.readings));
  return Object.fromEntries(Object.entries(readings).filter(([id]) => [...evidence.keys()].some((one) => one === id)));
};

const named = <One extends { readonly id: string }>(all: readonly One[]): readonly (readonly [string, One])[] =>
  (only === undefined ? inShare(all) : all.filter(({ id }) => id.startsWith(only))).map((one) => [one.id, one]);

const held = new Set(drawnCompositions.flatMap((one) => one.variants));

describe('a probe learns what is stated of each variant, and nothing else, of', () => {
  test.each(named(drawnCompositions))(
    '%s',
    async (_, composition) => {
      const profile = await expectLearned(composition, learnsOf(composition));
      expect(profile.choices).toMatchObject(learnedOf(composition.variants, profile));
    },
    LONG,
  );

  // Those that stand in none of them, each alone.
  test.each(named(variants.filter((one) => !held.has(one))))(
    '%s',
    async (_, variant) => {
      const profile = await expectLearned(variant, learnsOf(variant));
      expect(profile.choices).toMatchObject(learnedOf([variant], profile));
    },
    LONG,
  );
});
