import { beforeAll, expect, test } from 'vitest';
import type { Fault } from '../../../../zoo/fault.js';
import { bodyForms } from '../../../../zoo/faults/fields/body-validation.js';
import { refusedSafeValues } from '../../../../zoo/faults/fields/refused-safe-values.js';
import { relationForms } from '../../../../zoo/faults/fields/relation-forms.js';
import type { Allowance } from '../../../../zoo/variant.js';
import { through } from '../../bare.js';
import { judgePromised, lostBetween, type Judged } from '../../judge-promised.js';

const LONG = 300_000;
let bare: Judged;

beforeAll(async () => {
  bare = await judgePromised();
}, LONG);

const AS_ARRAYS = 'events.create.relations-as-arrays';

const FROM_OBJECTS = 'events.create.terms-from-objects';

/** Faults, and the one requirement that fails behind each. */
const alone: readonly (readonly [string, Fault, string])[] = [
  ...bodyForms
    .filter(({ id }) => id !== FROM_OBJECTS)
    .map((fault) => [fault, fault.id.includes('flags') ? 'events.create.flags-as-booleans' : AS_ARRAYS] as const),
  // Without any venue, nothing is known of the filters by venue.
  ...relationForms
    .filter(({ id }) => id !== 'events.create.no-venue-taken')
    .map((fault) => [fault, AS_ARRAYS] as const),
  ...refusedSafeValues.map((fault) => [fault, fault.clause.replace(/^(\w+)\.field/, '$1s.fields')] as const),
].map(([fault, id]) => [fault.id, fault, id]);

/** What a form holds is no object. */
const inForms: Allowance = { requirement: 'events.create.form-lists', reason: 'the target refuses forms' };

/** What cannot be judged behind a fault, besides its own requirement. */
const unjudged: Readonly<Record<string, readonly Allowance[]>> = {
  'events.create.cost-refused': [
    { requirement: 'events.create.cost-of-zero', reason: 'the target refuses such values' },
  ],
  'events.create.categories-as-objects': [inForms],
};

test.each(alone)(
  'behind %s one requirement fails, and all others pass in the accepted form',
  async (name, fault, id) => {
    await expectFailed(fault, [id], unjudged[name]);
  },
  LONG,
);

test(
  'behind terms made of objects a malformed value of either field fails, and no term of them is left',
  async () => {
    const fault = bodyForms.find(({ id }) => id === FROM_OBJECTS);
    if (!fault) throw new Error(`the zoo has no fault ${FROM_OBJECTS}`);
    await expectFailed(
      fault,
      ['events.create.malformed.categories', 'events.create.malformed.tags', 'events.update.malformed'],
      [inForms],
    );
  },
  LONG,
);

/** Expects these requirements to fail behind a fault, no other verdict but the named to be lost, and nothing to be left. */
async function expectFailed(fault: Fault, ids: readonly string[], besides: readonly Allowance[] = []): Promise<void> {
  const judged = await judgePromised(through(fault, bare.sight));
  const failed = [...judged.verdicts].filter(([, { outcome }]) => outcome === 'failed').map(([name]) => name);
  expect(failed.toSorted()).toEqual(ids);
  expect(judged.left).toEqual([]);
  const losses = ids.map((requirement) => ({ requirement, reason: 'it fails' }));
  expect(lostBetween(bare, judged, [...losses, ...besides])).toEqual([]);
}
