import { beforeAll, describe, expect, test } from 'vitest';
import { isClauseId } from '../../../contract/clauses/clauses.js';
import { requirements } from '../../../suites/index.js';
import { faults } from '../../../zoo/faults/index.js';
import type { WireShapes } from '../../../zoo/intercept/wire-view.js';
import { sightOfBare } from '../bare.js';
import { expectCaught } from '../judge-faulty.js';

const only = process.env.CALPROOF_ONLY ?? '';
let sight: WireShapes;

beforeAll(async () => {
  sight = await sightOfBare();
});

describe('a requirement about just that fails where', () => {
  test.each(faults.filter(({ id }) => id.startsWith(only)).map((fault) => [fault.id, fault] as const))(
    '%s',
    (_, fault) => expectCaught({ fault, sight }),
  );
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
