import { expect, test } from 'vitest';
import { openScope } from '../../kernel/scope.js';
import { BudgetSpent } from '../../wire/errors.js';
import type { Exchange, Phase } from '../../wire/exchange.js';
import { get, respond } from '../wire/stub.js';
import { createGate } from './gate.js';

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

test('what runs aside sends in its own phase, several at a time and whatever ends first', async () => {
  const { scope, phases } = opened();
  const [first, second] = [createGate(), createGate()];
  const short = scope.during('probe', () => first.opened);
  const long = scope.during('probe', async () => {
    await second.opened;
    await scope.send(get);
  });
  scope.phase = 'check';
  await scope.send(get);
  first.open();
  await short;
  await scope.send(get);
  second.open();
  await long;
  await scope.send(get);
  expect(phases).toEqual(['check', 'check', 'probe', 'check']);
});

test('what runs aside in one scope leaves the phase of another as it is', async () => {
  const [one, other] = [opened(), opened()];
  await one.scope.during('probe', async () => {
    await other.scope.send(get);
    await one.scope.send(get);
  });
  expect([one.phases, other.phases]).toEqual([['probe'], ['arrange']]);
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

test('requests that are sent in turn wait for one another, also where one fails', async () => {
  const gates = [createGate(), createGate()];
  const sent: string[] = [];
  const scope = openScope({
    phase: 'check',
    quota: 10,
    async send(request): Promise<Exchange> {
      const number = sent.push('sent');
      await gates[number - 1]?.opened;
      sent.push('answered');
      return { number, phase: 'check', request, outcome: respond(200), ms: 0 };
    },
  });
  scope.inTurn = true;
  const both = Promise.all([scope.send(get), scope.send(get)]);
  for (const gate of gates) gate.open();
  await both;
  expect(sent).toEqual(['sent', 'answered', 'sent', 'answered']);
});
