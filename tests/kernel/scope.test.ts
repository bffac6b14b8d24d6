import { expect, test } from 'vitest';
import { openScope } from '../../kernel/scope.js';
import { BudgetSpent } from '../../wire/errors.js';
import type { Exchange, Phase } from '../../wire/exchange.js';
import { get, respond } from '../wire/stub.js';

function opened(quota = 10) {
  const phases: Phase[] = [];
  const scope = openScope({
    phase: 'arrange',
    quota,
    async send(request, { phase }): Promise<Exchange> {
      phases.push(phase);
      return { number: phases.length, phase, request, outcome: respond(200), ms: 0 };
    },
  });
  return { scope, phases };
}

test('requests are sent for the phase that the scope is in', async () => {
  const { scope, phases } = opened();
  await scope.send(get);
  scope.phase = 'check';
  await scope.send(get);
  expect(phases).toEqual(['arrange', 'check']);
  expect(scope.exchanges).toHaveLength(2);
});

test('no more is sent than the quota', async () => {
  const { scope, phases } = opened(1);
  await scope.send(get);
  await expect(scope.send(get)).rejects.toThrow(BudgetSpent);
  expect(phases).toHaveLength(1);
});

test('what was registered is undone in reverse, beyond the quota, and its exchanges count', async () => {
  const { scope, phases } = opened(0);
  const undone: number[] = [];
  for (const number of [1, 2]) {
    scope.onClose(async (send) => {
      undone.push(number);
      await send(get);
    });
  }
  await scope.close();
  expect(undone).toEqual([2, 1]);
  expect(phases).toEqual(['clean-up', 'clean-up']);
  expect(scope.exchanges).toHaveLength(2);
});

test('nothing is sent through a closed scope, and nothing is undone twice', async () => {
  const { scope, phases } = opened();
  let undone = 0;
  scope.onClose(async () => void (undone += 1));
  await scope.close();
  await scope.close();
  await expect(scope.send(get)).rejects.toThrow('ended');
  expect([undone, phases]).toEqual([1, []]);
});
