import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toReplayable } from '../../kernel/conviction.js';
import { type Execution, execute, type OpenSubject } from '../../kernel/execution.js';
import { expectThat } from '../../kernel/expectations.js';
import { toWatch, type Watch } from '../../kernel/monitor.js';
import { toMonitoringRequirement } from '../../kernel/requirement.js';
import { toJsonValue } from '../../kernel/stored-scenario.js';
import { runTrial } from '../../kernel/run/run.js';
import { openTrial, type Trial } from '../../kernel/trial.js';
import { createManualClock } from '../wire/stub.js';
import { statusOf } from '../../wire/status.js';
import { createToyTarget, type Nowhere, nowhere, say, type Script, type Toy, toyRequirement } from './toy.js';

const allowance = { runs: 1, requests: 10, shrinkRequests: 100 };

const monitoring = toMonitoringRequirement<Toy, Nowhere>({
  id: 'toy.error.anywhere',
  level: 'MUST',
  clause: 'toy.error',
  operations: [],
  profile: 'core',
  statement: 'No request of any other requirement causes a server error.',
});

/** Nominates what was answered with 500. */
const watch: Watch = toWatch([
  {
    requirement: monitoring.id,
    watch: (exchanges) =>
      exchanges.length === 0
        ? undefined
        : exchanges
            .filter((exchange) => statusOf(exchange) === 500)
            .map((exchange) => ({ kind: 'status', expected: 'no error', observed: exchange.request.target, exchange })),
  },
]);

/** Asks for some numbers and does not care for the answers. */
const asking = toyRequirement<readonly number[]>({
  id: 'toy.asks',
  given: () => fc.constant<number[]>([7, 70, 3]).chain((them) => fc.shuffledSubarray(them, { minLength: 3 })),
  async check({ ask }, numbers) {
    for (const one of numbers) await ask(`/${one}`);
    expectThat(true, { kind: 'value', expected: 'nothing', observed: 'nothing' });
  },
});

const failsOn70: Script = ({ target }) => say(target === '/70' ? 500 : 200);

function openWatched(script: Script, watching = watch): Trial<Toy, Nowhere> & { readonly open: OpenSubject<Toy> } {
  const target = createToyTarget(script);
  const open = () => ({ ...target.open(), watch: watching });
  const prepared = { world: nowhere, lacks: () => undefined, close: () => Promise.resolve([]) };
  return {
    ...openTrial<Toy, Nowhere>({
      ...prepared,
      open,
      sent: 0,
    }),
    open,
  };
}

const judgeBoth = async (trial: Trial<Toy, Nowhere>) => [
  await trial.search(asking, allowance),
  await trial.search(monitoring, allowance),
];

test('nothing is sent where nothing was nominated, and a pass counts the executions that were watched', async () => {
  const [, verdict] = await judgeBoth(openWatched(() => say(200)));
  expect(verdict).toEqual({ outcome: 'passed', runs: 1, requests: 0 });
});

test('an execution that is repeated, as under load, counts once', async () => {
  const trial = openWatched(() => say(200));
  await trial.search(asking, allowance);
  const [, verdict] = await judgeBoth(trial);
  expect(verdict).toEqual({ outcome: 'passed', runs: 1, requests: 0 });
});

test('where nothing was watched, no verdict is reached', async () => {
  const verdict = await openWatched(() => say(200)).search(monitoring, allowance);
  expect(verdict.outcome).toBe('cantTell');
});

test('a nomination that shows again convicts, whatever the scenario itself checks', async () => {
  const [source, verdict] = await judgeBoth(openWatched(failsOn70));
  expect(source?.outcome).toBe('passed');
  expect(verdict).toMatchObject({ outcome: 'failed', intermittent: false });
  if (verdict?.outcome !== 'failed') throw new Error('it did not fail');
  expect(verdict.counterexample.deviation.observed).toBe('/70');
  expect(verdict.counterexample.value).toMatchObject({ by: 'toy.asks', turn: 0 });
});

test('what does not show again fails nothing', async () => {
  let asked = 0;
  const once: Script = () => {
    asked += 1;
    return say(asked === 2 ? 500 : 200);
  };
  const [, verdict] = await judgeBoth(openWatched(once));
  expect(verdict).toMatchObject({ outcome: 'cantTell', obstacle: { expected: 'no error' } });
});

test('what another failure explains is not repeated', async () => {
  const trial = openWatched(failsOn70);
  await trial.search(asking, allowance);
  const verdict = await trial.search(monitoring, allowance, { explain: () => 'toy.other' });
  expect(verdict).toMatchObject({ outcome: 'cantTell', cause: 'toy.other', requests: 0 });
});

test('a counterexample is replayed by the requirement that sent it', async () => {
  const trial = openWatched(failsOn70);
  const [, verdict] = await judgeBoth(trial);
  if (verdict?.outcome !== 'failed') throw new Error('it did not fail');
  const { counterexample } = verdict;
  const stored = { ...counterexample, value: toJsonValue(counterexample.value), intermittent: false };
  const requirement = toReplayable(monitoring, stored.value, [asking, monitoring]);
  expect(await trial.replay(requirement, stored)).toMatchObject({ kind: 'failing' });
  const mended = openWatched(() => say(200));
  expect(await mended.replay(requirement, stored)).toEqual({ kind: 'fixed' });
  const blind = openWatched(
    () => say(200),
    () => [],
  );
  expect(await blind.replay(requirement, stored)).toMatchObject({ kind: 'unrepeatable' });
});

test('a monitor that fails costs its own requirement the verdict alone', async () => {
  const failing: Watch = toWatch([
    {
      requirement: monitoring.id,
      watch() {
        throw new RangeError('no such state');
      },
    },
  ]);
  const trial = openWatched(() => say(200), failing);
  expect((await trial.search(asking, allowance)).outcome).toBe('passed');
  await expect(trial.search(monitoring, allowance)).rejects.toThrow('no such state');
});

test('requests at the same time as a write are not watched, nor is anything after them', async () => {
  const seen: string[] = [];
  const watching: Watch = (exchanges) => {
    seen.push(...exchanges.map(({ request }) => request.target));
    return [];
  };
  const { open } = openWatched(() => say(200), watching);
  const send = (scope: Toy['scope'], method: string, target: string) => scope.send({ method, target, headers: [] });
  const together = toyRequirement<null>({
    given: () => fc.constant(null),
    async check({ scope }) {
      await Promise.all([send(scope, 'GET', '/reads'), send(scope, 'GET', '/together')]);
      await Promise.all([send(scope, 'GET', '/beside'), send(scope, 'PUT', '/write')]);
      await send(scope, 'GET', '/after');
      expectThat(true, { kind: 'value', expected: 'nothing', observed: 'nothing' });
    },
  });
  const [scenario] = fc.sample(together.scenarios(nowhere), 1);
  const execution: Execution | undefined = scenario && (await execute(scenario, open));
  expect(execution?.kind).toBe('passed');
  expect(seen).toEqual(['/reads', '/together']);
});

test('a run says what was nominated before it says what became of the requirement that showed it', async () => {
  const trial = openWatched(failsOn70);
  const requirements = [asking, monitoring];
  const plan = new Map(requirements.map(({ id }) => [id, allowance]));
  const clock = createManualClock();
  const seen: unknown[] = [];
  for await (const event of runTrial({ trial, requirements, plan, concurrency: 1, clock, startedAt: 0 })) {
    if (event.type === 'nominated') seen.push([event.id, event.source, event.details.map(({ observed }) => observed)]);
    if (event.type === 'judged') seen.push(event.requirement.id);
  }
  expect(seen).toEqual([[monitoring.id, asking.id, ['/70']], asking.id, monitoring.id]);
});

test('a run says nothing of what it does not judge', async () => {
  const trial = openWatched(failsOn70);
  const run = { trial, requirements: [asking], plan: new Map([[asking.id, allowance]]), concurrency: 1 };
  const types: string[] = [];
  for await (const { type } of runTrial({ ...run, clock: createManualClock(), startedAt: 0 })) types.push(type);
  expect(types).toEqual(['started', 'judging', 'judged', 'cleaning', 'ended']);
});
