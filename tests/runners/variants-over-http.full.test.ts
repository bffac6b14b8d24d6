import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { FactValues } from '../../adapter/profile/fact.js';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import { compositions, drawnCompositions, learnsOf } from '../../zoo/compositions/compositions.js';
import type { WireShapes } from '../../zoo/intercept/wire-view.js';
import type { Conforming } from '../../zoo/variant.js';
import { variants } from '../../zoo/variants/index.js';
import { sightOfBare, zones } from '../zoo/bare.js';
import { inShare } from '../zoo/share.js';
import { overHttp } from './over-http.js';

const only = process.env.CALPROOF_ONLY;
const tried = <One extends { readonly id: string }>(all: readonly One[]): readonly (readonly [string, One])[] =>
  (only === undefined ? inShare(all) : all.filter(({ id }) => id.startsWith(only))).map((one) => [one.id, one]);
const LONG = 300_000;
let sight: WireShapes;
let bare: FactValues;

beforeAll(async () => {
  sight = await sightOfBare();
  bare = await checkOverHttp();
}, LONG);

/** Expects a check over HTTP to blame one of the zoo for nothing and to leave nothing behind; gives what it learned. */
async function checkOverHttp(one?: Conforming, zone?: string): Promise<FactValues> {
  const behind = { sight, ...(one && { one }), ...(zone !== undefined && { zone }) };
  const words = '--effort quick --quiet --report json=report.json';
  const { code, stdout, stderr, folder } = await overHttp('check', words, behind);
  // A line before would say what is left to clean up.
  expect([code, stdout, stderr]).toEqual([0, expect.stringMatching(/^The target conforms/), '']);
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).learned.profile.facts;
}

/** With these, each variant stands in one. */
const completing = compositions.filter((one) => !drawnCompositions.includes(one));

test.concurrent.each(tried(drawnCompositions))(
  'over HTTP, a check blames %s for nothing, and learns what is stated of it and nothing else',
  async (_, one) => {
    expect(await checkOverHttp(one)).toEqual(learnsOf(one)(bare));
  },
  LONG,
);

test.concurrent.each(tried(completing))(
  'over HTTP, a check blames %s for nothing',
  async (_, one) => void (await checkOverHttp(one)),
  LONG,
);

test.concurrent.each(tried(zones.map((id) => ({ id }))))(
  'over HTTP, a check blames a site in the zone %s for nothing',
  async (zone) => void (await checkOverHttp(undefined, zone)),
  LONG,
);

/** What `probe` learns over HTTP behind one of the zoo. */
async function probeOverHttp(one?: Conforming, world?: WorldFile): Promise<FactValues> {
  const behind = { sight, ...(one && { one }), ...(world && { world }) };
  const { code, stdout } = await overHttp('probe', '--report json', behind);
  expect(code).toBe(0);
  return (JSON.parse(stdout) as { readonly facts: FactValues }).facts;
}

test('a probe learns over HTTP what a check does', async () => expect(await probeOverHttp()).toEqual(bare), LONG);

test(
  'a cap that clamps is learned where there is more than it holds',
  async () => {
    const complete = completeWorld as WorldFile;
    const venues = Array.from({ length: 60 }, (_, index) => ({ key: `more-${index}`, venue: `Place ${index}` }));
    const cap = variants.find(({ id }) => id === 'list.page-cap-50');
    const facts = await probeOverHttp(cap, { ...complete, venues: [...(complete.venues ?? []), ...venues] });
    expect(facts['lists.page-cap']).toEqual({ beyond: 'clamped', granted: 50 });
  },
  LONG,
);
