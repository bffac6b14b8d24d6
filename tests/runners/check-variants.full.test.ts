import { beforeAll, expect, test } from 'vitest';
import { compositions } from '../../zoo/compositions/compositions.js';
import type { WireShapes } from '../../zoo/intercept/wire-view.js';
import type { Conforming } from '../../zoo/variant.js';
import { variants } from '../../zoo/variants/index.js';
import { sightOfBare } from '../zoo/bare.js';
import { overHttp } from './over-http.js';

const only = process.env.CALPROOF_ONLY ?? '';
const LONG = 300_000;
let sight: WireShapes;

beforeAll(async () => {
  sight = await sightOfBare();
}, LONG);

const conforming: readonly Conforming[] = [...variants, ...compositions];

test.concurrent.each(conforming.filter(({ id }) => id.startsWith(only)).map((one) => [one.id, one] as const))(
  'over HTTP, a check blames %s for nothing',
  async (_, one) => {
    const { code, stdout, stderr } = await overHttp('check', '--effort quick --quiet', { sight, one });
    // Nothing is left to clean up either: a line before would say so.
    expect([code, stdout, stderr]).toEqual([0, expect.stringMatching(/^The target conforms/), '']);
  },
  LONG,
);
