import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeAll, describe, expect, test } from 'vitest';
import { defaultProfiles } from '../../../contract/clauses/clause.js';
import { runTrial } from '../../../kernel/run/run.js';
import type { Trial } from '../../../kernel/trial.js';
import { dealFor } from '../../../runners/run/budget.js';
import { select } from '../../../runners/run/selection.js';
import { openSession } from '../../../runners/run/session.js';
import { startEmbedded } from '../../../runners/server/embedded-server.js';
import { requirements } from '../../../suites/index.js';
import { systemClock } from '../../../wire/clock.js';
import type { Interceptor, WireRequest } from '../../../wire/exchange.js';
import { toText } from '../../../wire/message-body.js';
import { createRemoteTransport } from '../../../wire/transports/remote.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const LONG = 120_000;
const effort = 'standard';
const selected = select(requirements, { only: [], skip: [], profiles: defaultProfiles, effort });

/** What a run did: of each requirement its outcome and what it sent, without what the target or chance chose. */
interface Trace {
  readonly outcomes: Readonly<Record<string, string>>;
  readonly sent: Readonly<Record<string, readonly string[]>>;
}

/** How many pages a list has by which the run searches for its own records depends on what else it has made by then. */
const isFurtherPage = (line: string): boolean => line.includes('search=M&page=');

/** Ids are the target's, markers are random, and their numbers are dealt in the order in which they are asked for. */
const toLine = ({ method, target, body }: WireRequest): string =>
  `${method} ${target} ${body ? toText(body) : ''}`
    .replaceAll(/cp[0-9a-z]{6}(-\d+)?/gi, 'M')
    // An id and 2^32, as well.
    .replaceAll(/(?<!\d)(429496\d{4}|\d{1,4})(?!\d)/g, 'N');

async function trace(concurrency: number): Promise<Trace> {
  const asking = new AsyncLocalStorage<string>();
  const sent: Record<string, string[]> = {};
  const record: Interceptor = (request, next) => {
    const id = asking.getStore();
    if (id !== undefined) (sent[id] ??= []).push(toLine(request));
    return next(request);
  };
  const { url, world, close } = await startEmbedded({ now: () => NOW });
  const transport = createRemoteTransport({ origin: new URL(url).origin, timeoutMs: 10_000, connections: concurrency });
  const session = await openSession({
    transport,
    concurrency,
    site: { root: '', namespace: 'vendor/events/v1', languageParameter: 'ml_language' },
    mode: 'sandbox',
    seed: 11,
    now: NOW,
    random: Math.random(),
    clock: systemClock,
    worldFile: world,
    intercept: [record],
  });
  const { trial } = session;
  const traced: typeof trial = toTraced(trial, asking);
  const plan = dealFor(session.calendar, selected, { effort, maxRequests: undefined });
  const outcomes: Record<string, string> = {};
  const options = { trial: traced, requirements: selected, plan, concurrency, clock: systemClock, startedAt: NOW };
  for await (const event of runTrial(options)) {
    if (event.type === 'judged') outcomes[event.requirement.id] = event.verdict.outcome;
  }
  await session.close();
  await close();
  return { outcomes, sent };
}

const toTraced = <Subject, World>(
  trial: Trial<Subject, World>,
  asking: AsyncLocalStorage<string>,
): Trial<Subject, World> => ({
  world: trial.world,
  sent: 0,
  judge: (requirement, allowance) => asking.run(requirement.id, () => trial.judge(requirement, allowance)),
  search: (requirement, allowance) => asking.run(requirement.id, () => trial.search(requirement, allowance)),
  examine: (requirement, found, allowance) =>
    asking.run(requirement.id, () => trial.examine(requirement, found, allowance)),
  nominatedBy: trial.nominatedBy,
  replay: (requirement, failed) => trial.replay(requirement, failed),
  close: () => trial.close(),
});

describe('the same seed', () => {
  let traces: readonly Trace[];
  beforeAll(async () => {
    const all: Trace[] = [];
    for (const concurrency of [1, 8, 8]) all.push(await trace(concurrency));
    traces = all;
  }, LONG);

  test('gives the same verdicts, at whatever concurrency', () => {
    const [first, ...others] = traces.map(({ outcomes }) => outcomes);
    expect(Object.keys(first ?? {})).toHaveLength(selected.length);
    for (const other of others) expect(other).toEqual(first);
  });

  test('sends the same requests in the same order, requirement by requirement', () => {
    const inOrder = selected.map(({ id }) => id).filter((id) => !id.startsWith('concurrency.'));
    const differing = inOrder.filter((id) => {
      const [first, ...others] = traces.map(({ sent }) =>
        JSON.stringify((sent[id] ?? []).filter((line) => !isFurtherPage(line))),
      );
      return others.some((other) => other !== first);
    });
    expect(differing.map((id) => [id, ...traces.map(({ sent }) => sent[id])])).toEqual([]);
  });
});
