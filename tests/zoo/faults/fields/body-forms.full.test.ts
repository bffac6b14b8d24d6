import { beforeAll, expect, test } from 'vitest';
import { bodyForms } from '../../../../zoo/faults/fields/body-validation.js';
import { through } from '../../bare.js';
import { judgePromised, lostBetween, type Judged } from '../../judge-promised.js';

const LONG = 300_000;
let bare: Judged;

beforeAll(async () => {
  bare = await judgePromised();
}, LONG);

const ofForms = ['events.create.relations-as-arrays', 'events.create.flags-as-booleans'];

test.each(bodyForms.map((fault, index) => [fault.id, fault, ofForms[index] ?? ''] as const))(
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
