import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { isClauseId } from '../../../contract/clauses/clauses.js';
import { requirements } from '../../../suites/index.js';
import type { Fault } from '../../../zoo/fault.js';
import { faults } from '../../../zoo/faults/index.js';
import type { WireShapes } from '../../../zoo/intercept/wire-view.js';
import type { Proof } from '../../../zoo/proof/proof.js';
import { sightOfBare } from '../bare.js';
import { expectCaught } from '../judge-faulty.js';

const folder = new URL('../../../zoo/faults/', import.meta.url);
let sight: WireShapes;

/** The faults that a file exports. */
async function faultsIn(file: string): Promise<readonly Fault[]> {
  const exported: unknown[] = Object.values(await import(new URL(file, folder).pathname));
  return faults.filter((fault) => exported.flat().includes(fault));
}

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\w\/.*\.ts$/.test(file));
const families = await Promise.all(files.toSorted().map(async (file) => [file, await faultsIn(file)] as const));

/** What monitors alone notice is judged where something else is executed (tests/suites/monitors). */
const { faults: rows } = JSON.parse(
  await readFile(new URL('../../../docs/proof.json', import.meta.url), 'utf8'),
) as Pick<Proof, 'faults'>;
const monitoring = new Set(requirements.flatMap(({ id, monitors }) => (monitors ? [id] : [])));
const isNoticed = ({ id }: Fault): boolean =>
  rows.some((row) => row.id === id && row.caughtBy.every(({ requirement }) => monitoring.has(requirement)));
const representatives = families.flatMap(([file, members]) => {
  const first = members.find((one) => !isNoticed(one));
  return first ? [[file, first.id, first] as const] : [];
});

beforeAll(async () => {
  sight = await sightOfBare();
});

describe('of every family a requirement about just that fails where', () => {
  test.each(representatives)('%s: %s', (_, __, fault) => expectCaught({ fault, sight }));

  test('every fault belongs to a family', () => {
    expect(new Set(families.flatMap(([, members]) => members))).toEqual(new Set(faults));
    expect(representatives.length).toBeGreaterThan(40);
  });
});

describe('the catalogue of faults', () => {
  test('names each fault once', () => {
    const ids = faults.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[a-z]+(\.[a-z0-9_-]+)+$/.test(id))).toBe(true);
  });

  test('cites clauses of the contract, or requirements that exist', () => {
    const cited = faults.flatMap(({ neighbours = [] }) => neighbours).filter((one) => !isClauseId(one));
    const lost = cited.filter((prefix) => !requirements.some(({ id }) => id.startsWith(prefix)));
    expect(lost).toEqual([]);
  });

  test('names requirements that cannot see a fault by their whole ids', () => {
    const named = faults.flatMap(({ unseenBy = [] }) => unseenBy);
    expect(named.filter((one) => !requirements.some(({ id }) => id === one))).toEqual([]);
  });
});
