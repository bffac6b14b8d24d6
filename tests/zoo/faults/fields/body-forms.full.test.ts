import { beforeAll, expect, test } from 'vitest';
import type { Fault } from '../../../../zoo/fault.js';
import { bodyForms } from '../../../../zoo/faults/fields/body-validation.js';
import { refusedSafeValues } from '../../../../zoo/faults/fields/refused-safe-values.js';
import { relationForms } from '../../../../zoo/faults/fields/relation-forms.js';
import { through } from '../../bare.js';
import { judgePromised, lostBetween, type Judged } from '../../judge-promised.js';

const LONG = 300_000;
let bare: Judged;

beforeAll(async () => {
  bare = await judgePromised();
}, LONG);

const AS_ARRAYS = 'events.create.relations-as-arrays';

/** Faults, and the one requirement that fails behind each. */
const alone: readonly (readonly [string, Fault, string])[] = [
  ...bodyForms.map(
    (fault) => [fault, fault.id.includes('flags') ? 'events.create.flags-as-booleans' : AS_ARRAYS] as const,
  ),
  // Without any venue, nothing is known of the filters by venue.
  ...relationForms
    .filter(({ id }) => id !== 'events.create.no-venue-taken')
    .map((fault) => [fault, AS_ARRAYS] as const),
  ...refusedSafeValues.map((fault) => [fault, fault.clause.replace(/^(\w+)\.field/, '$1s.fields')] as const),
].map(([fault, id]) => [fault.id, fault, id]);

test.each(alone)(
  'behind %s one requirement fails, and all others pass in the accepted form',
  async (_, fault, id) => {
    const judged = await judgePromised(through(fault, bare.sight));
    const failed = [...judged.verdicts].filter(([, { outcome }]) => outcome === 'failed').map(([name]) => name);
    expect(failed).toEqual([id]);
    expect(judged.left).toEqual([]);
    expect(lostBetween(bare, judged, [{ requirement: id, reason: 'it fails' }])).toEqual([]);
  },
  LONG,
);
