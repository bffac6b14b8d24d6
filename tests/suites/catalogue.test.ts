import { describe, expect, test } from 'vitest';
import { capabilities } from '../../adapter/learn/capabilities.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import { isClauseId } from '../../contract/clauses/clauses.js';
import { isGapId } from '../../contract/gaps.js';
import { operations } from '../../contract/operations.js';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import { requirements } from '../../suites/index.js';
import { onTrial } from './on-trial.js';

const isOperation = (name: string): boolean => operations.some(({ id }) => id === name);
const isCapability = (name: string): boolean => Object.hasOwn(capabilities, name);
const isRule = (name: string): boolean => isClauseId(name) || isGapId(name);

/** What requirements cite that is not there, each with the one that cites it. */
const strangers = (
  citations: (requirement: CalendarRequirement) => readonly string[],
  isKnown: (name: string) => boolean,
) =>
  requirements.flatMap((one) =>
    citations(one)
      .filter((name) => !isKnown(name))
      .map((name) => `${one.id}: ${name}`),
  );

describe('the catalogue of requirements', () => {
  const ids = requirements.map(({ id }) => id);

  test('names each one once, by resource, operation and rule', () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z]+(\.[a-z0-9_-]+)+$/.test(id))).toEqual([]);
  });

  test('keeps the names that it has given', async () => {
    await expect(`${ids.toSorted().join('\n')}\n`).toMatchFileSnapshot('requirement-ids.txt');
  });

  test('says of each in one sentence what is true of a conforming target', () => {
    const wrong = requirements.filter(({ statement }) => !/^\S.{20,160}\.$/.test(statement));
    expect(wrong.map(({ id, statement }) => `${id}: ${statement}`)).toEqual([]);
  });

  test('cites clauses and gaps of the contract alone', () => {
    expect(strangers(({ clause, alsoCovers = [] }) => [clause, ...alsoCovers], isRule)).toEqual([]);
  });

  test('names operations and capabilities that there are', () => {
    expect(strangers((one) => one.operations, isOperation)).toEqual([]);
    expect(strangers(({ establishes }) => (establishes === undefined ? [] : [establishes]), isOperation)).toEqual([]);
    expect(
      strangers(
        ({ needs }) => needs,
        (name) => isOperation(name) || isCapability(name),
      ),
    ).toEqual([]);
    expect(requirements.filter((one) => one.operations.length === 0)).toEqual([]);
  });

  test('establishes each operation once', () => {
    const established = requirements.flatMap(({ establishes }) => establishes ?? []);
    expect(established.filter((name, index) => established.indexOf(name) !== index)).toEqual([]);
  });
});

describe('the cost of a requirement', () => {
  test('is what one execution sends at most', { timeout: 60_000 }, async () => {
    const on = await onTrial({ world: completeWorld as WorldFile });
    const dear: string[] = [];
    // As in a run: what is listed is not longer yet by what writes leave for later.
    for (const requirement of requirements.toSorted((one, other) => one.effects.localeCompare(other.effects))) {
      const verdict = await on.trial.judge(requirement, { runs: 1, requests: 1000, shrinkRequests: 0 });
      if (verdict.requests > requirement.cost)
        dear.push(`${requirement.id}: ${verdict.requests}, not ${requirement.cost}`);
    }
    await on.close();
    expect(dear).toEqual([]);
  });
});
