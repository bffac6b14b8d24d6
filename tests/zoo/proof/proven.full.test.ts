/**
 * A share of what the zoo shows at standard effort: `prove --bail` runs in a process of its own, and each fault, zone and
 * composition is a test here. A twelfth of the faults and compositions is judged, another one with `CALPROOF_SHARE=1`;
 * variants stand in compositions, which hold every one of them. `npm run proof` judges all, each alone, and page.test.ts
 * holds it to the zoo. `CALPROOF_SEED=7` tries another seed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compositions } from '../../../zoo/compositions/compositions.js';
import { faultsBehind } from '../../../zoo/compositions/compose-fault.js';
import { faults } from '../../../zoo/faults/index.js';
import type { ConformingRow, FaultRow } from '../../../zoo/proof/matrix-row.js';
import type { Proof } from '../../../zoo/proof/proof.js';
import { variants } from '../../../zoo/variants/index.js';
import { buildCli } from '../../runners/built.js';
import { seed, zones } from '../bare.js';
import { inShare } from '../share.js';

const VERY_LONG = 3_000_000;
let proof: Proof;
let ended: { readonly code: unknown; readonly output: string };

const chosen = inShare(faults).map(({ id }) => id);
/** What would need a whole composition to be judged with others at the same time. */
const alone = variants.filter(({ concurrency }) => concurrency !== undefined);
const composed = inShare(compositions);
const conforming = [...alone, ...composed].map(({ id }) => id);

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'calproof-proof-'));
  try {
    const file = join(folder, 'proof.json');
    const words = [
      'prove',
      '--bail',
      '--seed',
      String(seed),
      '--now',
      '2026-11-21T12:00:00Z',
      '--report',
      `json=${file}`,
      '--only',
      [...chosen, ...conforming, ...zones].join(','),
    ];
    // In CI the output would be coloured.
    const env = { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1' };
    const child = spawn(process.execPath, [buildCli('calproof-proof'), ...words], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    const [code] = await once(child, 'close');
    ended = { code, output };
    proof = JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, VERY_LONG);

const rowOf = <Row extends { readonly id: string }>(rows: readonly Row[], id: string): Row => {
  const row = rows.find((one) => one.id === id);
  if (row) return row;
  throw new Error(`the proof has no ${id}`);
};

/** Expects a requirement about a fault to fail every time, and each that fails to show by which request. */
function expectCaught({ caughtBy, defects }: FaultRow): void {
  expect(defects).toEqual([]);
  expect(caughtBy.filter(({ intermittent }) => !intermittent)).not.toEqual([]);
  expect(caughtBy.filter(({ shown }) => shown === 0)).toEqual([]);
}

/** Expects a conforming target to be blamed for nothing, and nearly all requirements to reach a verdict. */
function expectUnblamed({ blamed, defects, lost, passed, bare }: ConformingRow): void {
  expect(blamed).toEqual([]);
  expect(defects).toEqual([]);
  const unnamed = lost.filter(({ allowed }) => allowed === undefined).map(({ requirement }) => requirement);
  expect(unnamed).toEqual([]);
  expect(passed / bare).toBeGreaterThan(0.95);
}

test.each(chosen)('a requirement about just that fails where %s', (id) => expectCaught(rowOf(proof.faults, id)));

const behind = faultsBehind
  .filter(([, composition]) => composed.includes(composition))
  .map(([fault, composition]) => [fault.id, composition.id] as const);
test.each(behind)(
  'a requirement about just that fails where %s behind a whole foreign deployment, %s',
  (id, composition) => {
    const rows = proof.behind.filter((row) => row.behind === composition);
    expectCaught(rowOf(rows, id));
  },
);

test.each(conforming)('nothing is blamed for being %s', (id) => expectUnblamed(rowOf(proof.conforming, id)));

test.each(zones)('nothing is blamed for being in the zone %s', (id) => expectUnblamed(rowOf(proof.conforming, id)));

test('all is proven, and nothing fails on the bare server', () => {
  expect(ended.output.trimEnd().split('\n').at(-1), ended.output).toBe('Proven.');
  expect(ended.code).toBe(0);
  expect(proof.bare.failed).toEqual([]);
});
