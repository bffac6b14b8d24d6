import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Subject } from '../../../adapter/subject.js';
import { execute, type Execution } from '../../../kernel/execution.js';
import type { Scenario } from '../../../kernel/requirement.js';
import { redraw, toJsonValue } from '../../../kernel/stored-scenario.js';
import type { Counterexample } from '../../../kernel/verdict.js';
import type { JsonValue } from '../../../wire/json.js';
import { faultOf, onWatchedTrial, requirementOf, type Watched } from './under-lifecycle-fault.js';

const requirement = requirementOf('places.lifecycle.links');
let on: Watched;
let found: Counterexample;

beforeAll(async () => {
  on = await onWatchedTrial(faultOf('places.list.event.once-linked'));
  const verdict = await on.trial.judge(requirement, { runs: 10, requests: 1000, shrinkRequests: 200 });
  if (verdict.outcome !== 'failed') throw new Error(`the fault was not seen: ${verdict.outcome}`);
  found = verdict.counterexample;
});
afterAll(() => on.close());

const replay = (scenario: Scenario<Subject> | undefined): Promise<Execution> => {
  if (!scenario) throw new Error('nothing to replay');
  return execute(scenario, on.opened.open);
};

const observed = (execution: Execution): unknown =>
  execution.kind === 'deviated' ? execution.deviation.details.kind : execution;

describe('a counterexample', () => {
  test('is rendered as the actions that were carried out, in words', () => {
    expect(found.shrinks).toBeGreaterThan(0);
    expect(String(found.value)).toMatch(/^link events\/1 -> .+ \((POST|PUT|PATCH) by (id|slug)\)/);
  });

  test('is found again by its seed, path and replayPath', async () => {
    const scenario = redraw(requirement, on.opened.world, found);
    expect(observed(await replay(scenario))).toBe(found.deviation.kind);
    expect(String(scenario?.value)).toBe(String(found.value));
  });

  test('is not found by seed and path alone: what ran is not in them', () => {
    const { seed, path } = found;
    expect(() => redraw(requirement, on.opened.world, { seed, path })).toThrow(/replay/);
  });

  test('is found again by the value that a report holds', async () => {
    const stored = JSON.parse(JSON.stringify(toJsonValue(found.value))) as JsonValue;
    const scenario = requirement.revive(stored);
    expect(observed(await replay(scenario))).toBe(found.deviation.kind);
    expect(String(scenario?.value)).toBe(String(found.value));
  });

  test.each([
    ['no list', 'delete venues/1'],
    ['no action', [{ do: 'drop', name: 'venues/1' }]],
    ['no name', [{ do: 'delete', name: 'places/1', by: 'id' }]],
    ['no verb', [{ do: 'update', name: 'venues/1', verb: 'GET', by: 'id', fields: [], links: {} }]],
    ['no links', [{ do: 'create', name: 'venues/1', links: { tags: 'tags/1' } }]],
  ])('cannot be made of %s', (_, stored) => {
    expect(requirement.revive(stored)).toBeUndefined();
  });
});

describe('the same seed', () => {
  test('sends the same requests twice, but for ids and tokens', async () => {
    const sent = async (): Promise<readonly string[]> => {
      const honest = await onWatchedTrial();
      const before = honest.requests.length;
      for (const id of ['events.lifecycle.relations', 'terms.lifecycle.counts']) {
        await honest.trial.judge(requirementOf(id), { runs: 2, requests: 1000, shrinkRequests: 0 });
      }
      const lines = honest.requests
        .slice(before)
        .map(({ method, target, body }) => `${method} ${target} ${asText(body)}`);
      await honest.close();
      return lines.map((line) => line.replaceAll(/\d+/g, '0'));
    };
    expect(await sent()).toEqual(await sent());
  });
});

const asText = (body: Uint8Array | undefined): string => Buffer.from(body ?? []).toString();
