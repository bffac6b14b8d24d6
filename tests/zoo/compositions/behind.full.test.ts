import { beforeAll, describe, expect, test } from 'vitest';
import { composeFault, faultsBehind } from '../../../zoo/compositions/compose-fault.js';
import type { WireShapes } from '../../../zoo/intercept/wire-view.js';
import { sightOfBare } from '../bare.js';
import { expectCaught } from '../judge-faulty.js';

const only = process.env.CALPROOF_ONLY ?? '';
const LONG = 60_000;
let sight: WireShapes;

beforeAll(async () => {
  sight = await sightOfBare();
}, LONG);

const chosen = faultsBehind.filter(([{ id }, composition]) => id.startsWith(only) || composition.id.startsWith(only));

describe('a requirement about just that fails behind a whole foreign deployment', () => {
  test.each(chosen.map(([fault, composition]) => [fault.id, composition.id, { fault, composition }] as const))(
    '%s behind %s',
    (_, __, { fault, composition }) => expectCaught({ fault, placed: composeFault(fault, composition), sight }),
    LONG,
  );
});

test('nothing is drawn that a deployment hides', () => {
  const hidden = faultsBehind.filter(([{ clause }, { hides = [] }]) => hides.some((one) => clause.startsWith(one)));
  expect(hidden).toEqual([]);
});

test('at least forty faults stand behind five deployments', () => {
  expect(faultsBehind.length).toBeGreaterThanOrEqual(40);
  expect(new Set(faultsBehind.map(([, { id }]) => id)).size).toBe(5);
});
