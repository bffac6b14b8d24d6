import { describe, expect, test } from 'vitest';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import type { RunEvent } from '../../kernel/run-event.js';
import { isBreach } from '../../kernel/run/judged-requirement.js';
import { type RunOptions, runTrial } from '../../kernel/run/run.js';
import { openTrial } from '../../kernel/trial.js';
import type { Outage } from '../../wire/client/outage.js';
import type { Outcome } from '../../wire/exchange.js';
import { isGranted } from '../../wire/status.js';
import { createManualClock } from '../wire/stub.js';
import {
  askingOnce,
  createToyTarget,
  type Nowhere,
  nowhere,
  say,
  type Script,
  type Toy,
  type ToyRequirement,
} from './toy.js';

type Options = Partial<RunOptions<Toy, Nowhere>> & { readonly outages?: readonly Outage[] };

const allowance = { runs: 1, requests: 10, shrinkRequests: 10 };

/** Asks once for its own id, and undoes what it asked for. */
const asking = (id: string, more: Parameters<typeof askingOnce>[1] = {}): ToyRequirement =>
  askingOnce(
    async ({ ask, scope }) => {
      scope.onClose(async (send) => void (await send({ method: 'DELETE', target: `/${id}`, headers: [] })));
      expectSuccess(await ask(`/${id}`), 'a toy');
    },
    { id, ...more },
  );

/** Prepares a run over a scripted target; `log` holds what was sent and when the target was closed. */
function prepare(requirements: readonly ToyRequirement[], script: Script = () => say(200), options: Options = {}) {
  const { open, asked } = createToyTarget(script);
  const log: string[] = [];
  const trial = openTrial<Toy, Nowhere>(
    {
      world: nowhere,
      open,
      lacks: (need) => (need === 'wings' ? 'it has none' : undefined),
      get sent() {
        return asked.length;
      },
      async close() {
        log.push(`closed after ${asked.length}`);
        return ['tags/7'];
      },
      outages: options.outages,
    },
    options.signal && { signal: options.signal },
  );
  const plan = new Map(requirements.map(({ id }) => [id, allowance]));
  const clock = createManualClock();
  const run = runTrial({ trial, requirements, plan, concurrency: 1, clock, startedAt: 0, ...options });
  return { run, asked, log, clock };
}

async function collect(run: AsyncIterable<RunEvent>): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

function endedOf(events: readonly RunEvent[]) {
  const last = events.at(-1);
  if (last?.type !== 'ended') throw new Error(`the run did not end but ${last?.type}`);
  return last;
}

const outcomesOf = (events: readonly RunEvent[]): Readonly<Record<string, string>> =>
  Object.fromEntries(endedOf(events).judged.map(({ requirement, verdict }) => [requirement.id, verdict.outcome]));

test('what is asked for first is judged before all else, and what reads before what writes', async () => {
  const all = [
    asking('read', { effects: 'reads' }),
    asking('write'),
    asking('read first', { effects: 'reads' }),
    asking('write first'),
  ];
  const { run } = prepare(all, undefined, { first: new Set(['write first', 'read first', 'gone']) });
  const seen = (await collect(run)).flatMap((event) => (event.type === 'judging' ? [event.id] : []));
  expect(seen).toEqual(['read first', 'write first', 'read', 'write']);
});

test('what is to be alone is judged last, and beside nothing', async () => {
  const all = [asking('lonely', { alone: true }), asking('one'), asking('other'), asking('shy', { alone: true })];
  const { run } = prepare(all, undefined, { concurrency: 4 });
  const seen = (await collect(run)).flatMap((event) => {
    if (event.type === 'judging') return [`+${event.id}`];
    return event.type === 'judged' ? [`-${event.requirement.id}`] : [];
  });
  expect(seen.slice(0, 2)).toEqual(['+one', '+other']);
  expect(seen.slice(4)).toEqual(['+lonely', '-lonely', '+shy', '-shy']);
});

describe('a run', () => {
  test('yields what happens in order, and all verdicts at its end', async () => {
    const { run, log } = prepare([asking('one'), asking('two')]);
    const events = await collect(run);
    const seen = events.map((event) => ('id' in event ? `${event.type} ${event.id}` : event.type));
    expect(seen).toEqual(['started', 'judging one', 'judged', 'judging two', 'judged', 'cleaning', 'ended']);
    expect(endedOf(events)).toMatchObject({ end: 'finished', requests: 4, left: ['tags/7'] });
    expect(log).toEqual(['closed after 4']);
  });

  test('judges what reads before anything is written, and reports in the order of the catalogue', async () => {
    const requirements = [
      asking('w1', { effects: 'writes' }),
      asking('r1'),
      asking('w2', { effects: 'writes' }),
      asking('r2'),
    ];
    const { run, asked } = prepare(requirements, undefined, { concurrency: 4 });
    const events = await collect(run);
    const checks = asked.filter((one) => one.startsWith('check'));
    expect(checks.slice(0, 2).toSorted()).toEqual(['check /r1', 'check /r2']);
    expect(asked.findIndex((one) => /w/.test(one))).toBeGreaterThan(asked.findLastIndex((one) => /\/r/.test(one)));
    expect(endedOf(events).judged.map(({ requirement }) => requirement.id)).toEqual(['w1', 'r1', 'w2', 'r2']);
  });

  test('says what is inapplicable, and why, without a request', async () => {
    const { run, asked } = prepare([asking('flies', { needs: ['wings'] })]);
    const { judged } = endedOf(await collect(run));
    expect(judged[0]?.verdict).toEqual({
      outcome: 'inapplicable',
      capability: 'wings',
      reason: 'it has none',
      requests: 0,
    });
    expect(asked).toEqual([]);
  });

  test('leaves untested what the plan gives nothing', async () => {
    const { run, asked } = prepare([asking('poor'), asking('rich')], undefined, {
      plan: new Map([['rich', allowance]]),
    });
    expect(outcomesOf(await collect(run))).toEqual({ poor: 'untested', rich: 'passed' });
    expect(asked).not.toContain('check /poor');
  });

  test('never judges more at a time than its concurrency', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const { run } = prepare(
      ids.map((id) => asking(id)),
      undefined,
      { concurrency: 2 },
    );
    let active = 0;
    let most = 0;
    for await (const event of run) {
      if (event.type === 'judging') active += 1;
      if (event.type === 'judged') active -= 1;
      most = Math.max(most, active);
    }
    expect(most).toBe(2);
  });
});

describe('what failed', () => {
  /** Asks for its own id, and fails as whatever creates a toy. */
  const creating = (id: string, needs: readonly string[]): ToyRequirement =>
    askingOnce(
      async ({ ask }) => {
        const exchange = await ask(`/${id}`);
        const about = { operation: 'toys.create', wanted: 'accepted' } as const;
        expectThat(isGranted(exchange), { kind: 'status', expected: 'a toy', observed: 'none', exchange, about });
      },
      { id, needs },
    );
  const creates = creating('creates', []);
  const needs = creating('needs', ['toys.create']);
  const other = asking('other');
  const failing: Script = () => say(500);

  test('is repeated once all is judged, unless another failure explains it', async () => {
    const { run, asked } = prepare([needs, other, creates], failing);
    const events = await collect(run);
    expect(events.map((event) => (event.type === 'examining' ? event.ids : event.type))).toEqual([
      'started',
      'judging',
      'judged',
      'judging',
      'judged',
      'judging',
      'judged',
      ['other', 'creates'],
      'cleaning',
      'ended',
    ]);
    expect(asked.filter((one) => one.startsWith('check'))).toEqual([
      'check /needs',
      'check /other',
      'check /creates',
      'check /other',
      'check /creates',
    ]);
    const { judged } = endedOf(events);
    expect(judged.map(({ verdict }) => verdict.requests)).toEqual([1, 4, 2]);
    expect(judged[0]?.verdict).toMatchObject({ outcome: 'failed', cause: 'creates' });
  });

  test('is the same whatever the order and the concurrency', async () => {
    const of = async (concurrency: number) =>
      endedOf(await collect(prepare([needs, other, creates], failing, { concurrency }).run));
    const [one, four] = [await of(1), await of(4)];
    const toRequests = ({ judged }: typeof one) => judged.map(({ verdict }) => [verdict.outcome, verdict.requests]);
    expect(toRequests(four)).toEqual(toRequests(one));
  });

  test('is repeated also when the run bails', async () => {
    const { run, asked } = prepare([other, creates], failing, { bail: isBreach });
    expect(endedOf(await collect(run)).end).toBe('bailed');
    expect(asked.filter((one) => one === 'check /other')).toHaveLength(2);
  });

  test('is not repeated after an interruption', async () => {
    const controller = new AbortController();
    const script: Script = () => {
      controller.abort();
      return say(500);
    };
    const { run, asked } = prepare([other], script, { signal: controller.signal });
    expect(outcomesOf(await collect(run))).toEqual({ other: 'failed' });
    expect(asked).toEqual(['check /other', 'clean-up /other']);
  });
});

describe('a restart of the target', () => {
  const restart: Outage = { reason: 'connection refused', from: 1, to: 100, since: 0 };
  const disturbed = (isGone: (at: number) => boolean) =>
    prepare([asking('one')], (_, at) => (isGone(at) ? { kind: 'reset', message: 'reset' } : say(200)), {
      outages: [restart],
    });

  test('costs no verdict: what it disturbed is judged again, and reported once', async () => {
    const { run } = disturbed((at) => at < restart.from);
    const events = await collect(run);
    expect(events.map(({ type }) => type)).toEqual(['started', 'judging', 'judged', 'cleaning', 'ended']);
    expect(outcomesOf(events)).toEqual({ one: 'passed' });
  });

  test('is given one chance, and blames nobody', async () => {
    const { run } = disturbed(() => true);
    expect(endedOf(await collect(run)).judged[0]?.verdict).toMatchObject({
      outcome: 'untested',
      reason: 'the target was briefly unavailable (connection refused)',
    });
  });
});

describe('a run ends early', () => {
  const broken: Script = ({ target }) => say(target === '/two' ? 500 : 200);
  const three = [asking('one'), asking('two'), asking('three')];

  test('with bail, after the first MUST that failed', async () => {
    const { run, log } = prepare(three, broken, { bail: isBreach });
    const events = await collect(run);
    expect(outcomesOf(events)).toEqual({ one: 'passed', two: 'failed', three: 'untested' });
    expect(endedOf(events).end).toBe('bailed');
    expect(log).toHaveLength(1);
  });

  test('but not for a failure that is excused', async () => {
    const { run } = prepare(three, broken, { bail: (one) => isBreach(one) && one.requirement.id !== 'two' });
    const events = await collect(run);
    expect([outcomesOf(events).three, endedOf(events).end]).toEqual(['passed', 'finished']);
  });

  test('but not for a SHOULD that failed', async () => {
    const mild = three.map((requirement) => ({ ...requirement, level: 'SHOULD' as const }));
    const { run } = prepare(mild, broken, { bail: isBreach });
    const events = await collect(run);
    expect([outcomesOf(events).three, endedOf(events).end]).toEqual(['passed', 'finished']);
  });

  test('but is finished when the last one failed', async () => {
    const { run } = prepare([asking('one'), asking('two')], broken, { bail: isBreach });
    expect(endedOf(await collect(run)).end).toBe('finished');
  });

  test('when it is interrupted, with everything cleaned up', async () => {
    const controller = new AbortController();
    const script: Script = ({ target }) => {
      if (target === '/two') controller.abort();
      return say(200);
    };
    const { run, asked, log } = prepare(three, script, { signal: controller.signal });
    const events = await collect(run);
    expect(endedOf(events).end).toBe('interrupted');
    expect(outcomesOf(events)).toMatchObject({ one: 'passed', three: 'untested' });
    expect(asked).toContain('clean-up /two');
    expect(log).toEqual([`closed after ${asked.length}`]);
  });

  test('when its time is over, counted from the start', async () => {
    const clock = createManualClock(1_000);
    const script: Script = () => {
      void clock.sleep(600);
      return say(200);
    };
    const { run } = prepare(three, script, { clock, startedAt: 0, maxTime: 2_000 });
    const events = await collect(run);
    expect(outcomesOf(events)).toEqual({ one: 'passed', two: 'untested', three: 'untested' });
    expect(endedOf(events).end).toBe('out of time');
  });

  test('but is finished when its time was over only after the last', async () => {
    const clock = createManualClock();
    const script: Script = () => {
      void clock.sleep(600);
      return say(200);
    };
    const { run } = prepare([asking('one')], script, { clock, maxTime: 500 });
    expect(endedOf(await collect(run)).end).toBe('finished');
  });

  test('when its consumer stops: what is under way ends, then all is cleaned up', async () => {
    const { run, asked, log } = prepare(three, undefined, { concurrency: 3 });
    for await (const event of run) if (event.type === 'judging' && event.id === 'three') break;
    expect(log).toEqual([`closed after ${asked.length}`]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual([`closed after ${asked.length}`]);
    expect(asked).toContain('clean-up /two');
  });

  test('with a defect of ours on one requirement, which costs its verdict and no other', async () => {
    const buggy = askingOnce(() => Promise.reject(new TypeError('a bug')), { id: 'buggy' });
    const { run, asked, log } = prepare([asking('one'), buggy, asking('two')], undefined, { concurrency: 3 });
    const { judged, end } = endedOf(await collect(run));
    expect(judged.map(({ verdict }) => verdict.outcome)).toEqual(['passed', 'untested', 'passed']);
    expect(judged[1]?.verdict).toMatchObject({ reason: 'calproof itself failed: a bug', defect: true });
    expect(end).toBe('finished');
    expect(log).toEqual([`closed after ${asked.length}`]);
  });
});

describe('a request without a response', () => {
  const stalled = { kind: 'stalled', message: 'no response' } as const;
  const two = [asking('one'), asking('two')];
  const isAsking = (id: string, target: string, method: string): boolean => method === 'GET' && target === `/${id}`;

  /** A target that is slow to answer one requirement, so many times. */
  const slowFor = (id: string, times: number, outcome: Outcome = stalled): Script => {
    let left = times;
    return ({ target, method }) => {
      if (!isAsking(id, target, method) || left === 0) return say(200);
      left -= 1;
      return outcome;
    };
  };

  test('decides nothing that it does not decide again, alone, at the end of the run', async () => {
    const { run, asked } = prepare(two, slowFor('one', 1), { concurrency: 2 });
    const events = await collect(run);
    expect(outcomesOf(events)).toEqual({ one: 'passed', two: 'passed' });
    expect(endedOf(events).judged[0]?.verdict).toMatchObject({ requests: 4, stall: 'GET /one: timed out' });
    expect(asked.filter((one) => one.startsWith('check'))).toEqual(['check /one', 'check /two', 'check /one']);
  });

  test('is repeated once more then, as a pause may last a moment', async () => {
    const { run } = prepare(two, slowFor('one', 2), { concurrency: 2 });
    expect(outcomesOf(await collect(run))).toEqual({ one: 'passed', two: 'passed' });
  });

  test('is repeated twice where the connection was closed', async () => {
    const closed = { kind: 'reset', message: 'closed' } as const;
    const { run } = prepare(two, slowFor('one', 3, closed), { concurrency: 2 });
    expect(outcomesOf(await collect(run))).toEqual({ one: 'passed', two: 'passed' });
  });

  test('is a failure where it comes each time', async () => {
    const { run, asked } = prepare(two, slowFor('one', Number.POSITIVE_INFINITY), { concurrency: 2 });
    const events = await collect(run);
    expect(outcomesOf(events)).toEqual({ one: 'failed', two: 'passed' });
    expect(endedOf(events).judged[0]?.verdict).toMatchObject({ intermittent: false });
    // At first it is neither confirmed nor shrunk: each try may take as long as a request may.
    expect(asked.slice(0, 4).filter((one) => one === 'check /one')).toHaveLength(1);
  });

  test('leaves untested what a run that ended early could not judge again', async () => {
    const { run } = prepare(
      [...two, asking('bad')],
      (request, at) => {
        if (isAsking('bad', request.target, request.method)) return say(500);
        return slowFor('one', 1)(request, at);
      },
      { bail: isBreach },
    );
    expect(outcomesOf(await collect(run))).toEqual({ one: 'untested', two: 'passed', bad: 'failed' });
  });
});
