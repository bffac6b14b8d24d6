import { expect, test } from 'vitest';
import { execute } from '../../kernel/execution.js';
import { expectSuccess } from '../../kernel/expectations.js';
import type { Scope } from '../../kernel/scope.js';
import fc from 'fast-check';
import { createToyTarget, nowhere, say, type Script, toyRequirement } from './toy.js';

/** Two requests at the same time, both of which must be granted. */
const asksTwice = toyRequirement({
  parallel: true,
  given: () => fc.constant(undefined),
  async check({ ask }) {
    for (const exchange of await Promise.all([ask('/a'), ask('/b')])) expectSuccess(exchange, 'a GET');
  },
});

async function executeOn(script: Script) {
  const { open, asked } = createToyTarget(script);
  const [scenario] = fc.sample(asksTwice.scenarios(nowhere), 1);
  if (!scenario) throw new Error('nothing was drawn');
  const scopes: Scope[] = [];
  const execution = await execute(scenario, () => {
    const opened = open();
    scopes.push(opened.scope);
    return opened;
  });
  return { execution, asked, turns: scopes.map(({ inTurn }) => inTurn) };
}

test('a failure of requests at the same time counts where they do not fail in turn', async () => {
  const { execution, turns } = await executeOn((_, at) => say(at === 1 ? 500 : 200));
  expect(execution).toMatchObject({ kind: 'deviated', exchanges: { length: 2 }, control: { length: 2 } });
  expect(turns).toEqual([false, true]);
});

test('what fails in turn, too, is inconclusive, with what deviated', async () => {
  const { execution } = await executeOn(() => say(500));
  expect(execution).toMatchObject({
    kind: 'inconclusive',
    reason: { details: { kind: 'status', exchange: { request: { target: '/a' } } } },
    exchanges: { length: 4 },
  });
});

test('a pass is executed once', async () => {
  const { execution, asked } = await executeOn(() => say(200));
  expect(execution.kind).toBe('passed');
  expect(asked).toHaveLength(2);
});
