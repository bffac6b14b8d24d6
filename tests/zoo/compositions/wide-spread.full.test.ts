import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';

/** What came of one run, as `bench/deployment.mjs` prints it. */
interface Run {
  readonly judged: number;
  readonly applicable: number;
  readonly inconclusive: number;
  readonly causes: number;
  readonly unreported: readonly string[];
  readonly blamed: readonly string[];
  readonly requests: number;
  readonly left: number;
}

interface Measured {
  readonly faults: number;
  readonly standard: readonly Run[];
  readonly quick: Run;
  readonly stranger: Run;
  readonly differing: readonly (readonly string[])[];
}

const LONG = 600_000;
let measured: Measured;

beforeAll(async () => {
  const bench = fileURLToPath(new URL('../../../bench/deployment.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [bench, 'wide-spread', '--json']);
  measured = JSON.parse(stdout);
}, LONG);

test('everything that contradicts the interface is reported, and nothing else', () => {
  for (const { unreported, blamed } of measured.standard)
    expect({ unreported, blamed }).toEqual({ unreported: [], blamed: [] });
});

test('the causes are what contradicts the interface, plus or minus 2', () => {
  for (const { causes } of measured.standard) expect(Math.abs(causes - measured.faults)).toBeLessThanOrEqual(2);
});

test('at most 2 % of the applicable requirements are inconclusive', () => {
  for (const { inconclusive, applicable } of measured.standard)
    expect(inconclusive / applicable).toBeLessThanOrEqual(0.02);
});

test('two seeds differ in at most 2 verdicts', () => {
  for (const differing of measured.differing) expect(differing.length).toBeLessThanOrEqual(2);
});

test('nothing is left', () => {
  for (const { left } of [...measured.standard, measured.quick]) expect(left).toBe(0);
});

test('a run sends no more requests than it promises', () => {
  // Its owner compares identities, which may take 420 more.
  for (const { requests, causes } of measured.standard) expect(requests).toBeLessThanOrEqual(3_420 + 30 * causes);
  const { requests, causes } = measured.quick;
  expect(requests).toBeLessThanOrEqual(600 + 10 * causes);
});

test('a stranger that only reads has all but 3 of 237 requirements judged, and no false alarm', () => {
  const { judged, applicable, blamed } = measured.stranger;
  expect(applicable).toBeGreaterThanOrEqual(237);
  expect(applicable - judged).toBeLessThanOrEqual(3);
  expect(blamed).toEqual([]);
});
