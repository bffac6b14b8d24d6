import { beforeAll, describe, expect, test } from 'vitest';
import { isClauseId } from '../../contract/clauses.js';
import { toCurl } from '../../harness/curl.js';
import type { Verdict } from '../../harness/verdict.js';
import { requirements } from '../../suites/index.js';
import type { Fault } from '../../zoo/fault.js';
import { faults } from '../../zoo/faults/index.js';
import { isAbout } from '../../zoo/is-about.js';
import type { WireSight } from '../../zoo/wire-lens.js';
import { onBare, sightOfBare, through } from './bare.js';

const only = process.env.CALPROOF_ONLY ?? '';
let sight: WireSight;

beforeAll(async () => {
  sight = await sightOfBare();
});

interface Seen {
  readonly id: string;
  readonly verdict: Verdict;
}

/** Judges what is about a fault, that of its own clause first, until one fails. */
async function judgeFaulty(fault: Fault): Promise<readonly Seen[]> {
  const about = requirements.filter((requirement) => isAbout(fault, requirement));
  const inOrder = about.toSorted((one, other) => nearness(fault, one) - nearness(fault, other));
  const on = await onBare(through(fault, sight));
  const seen: Seen[] = [];
  for (const requirement of inOrder) {
    const allowance = { runs: requirement.runs ?? 1, requests: 1000, shrinkRequests: 60 };
    const verdict = await on.trial.judge(requirement, allowance);
    seen.push({ id: requirement.id, verdict });
    if (verdict.outcome === 'failed') break;
  }
  await on.close();
  return seen;
}

const nearness = ({ clause }: Fault, requirement: { readonly clause: string }): number =>
  requirement.clause === clause ? 0 : 1;

const toLine = ({ id, verdict }: Seen): string =>
  `${id}: ${verdict.outcome}${'reason' in verdict ? `, ${verdict.reason}` : ''}`;

describe('a requirement about just that fails where', () => {
  test.each(faults.filter(({ id }) => id.startsWith(only)).map((fault) => [fault.id, fault] as const))(
    '%s',
    async (_, fault) => {
      const seen = await judgeFaulty(fault);
      const verdict = seen.at(-1)?.verdict;
      if (verdict?.outcome !== 'failed') throw new Error(`not caught by any of\n${seen.map(toLine).join('\n')}`);
      const { counterexample, intermittent } = verdict;
      expect(intermittent, `${seen.at(-1)?.id} saw it once`).toBe(false);
      const shown = counterexample.deviation.exchange ?? counterexample.exchanges.at(-1);
      expect(shown && toCurl(shown, { origin: 'http://127.0.0.1' })).toContain('curl');
    },
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
});
