import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import type { RunReport } from '../../reports/run-report-schema.js';
import { calproof, type Finished } from './cli/console.js';
import { type Deviate, listenReference } from './targets.js';

const LONG = 240_000;
const RUN = '--only tags,categories --seed 7 --now 2026-11-21T12:00:00Z --timeout 60s';

const reportIn = ({ folder }: Finished): RunReport => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
const pathIn = ({ folder }: Finished): string => join(folder, 'report.json');

/** Four shards that judge one by one ask as much at once as one run of four, and fill no list more than it does. */
const ALONE = '--concurrency 1';

/** A shard in a process of its own has another marker; so has it here. */
const judge = (url: string, more: string, marker = 1): Promise<Finished> =>
  calproof(`check ${url} ${RUN} ${more} --report json=report.json`, { randomSeed: () => marker * 1_000_003 });

const judgeShards = (url: string, count: number, more = ''): Promise<readonly Finished[]> =>
  Promise.all(
    Array.from({ length: count }, (_, at) => judge(url, `--shard ${at + 1}/${count} ${ALONE} ${more}`, at + 2)),
  );

/** The whole catalogue, as it is judged by default. */
const judgeAll = (url: string, more = '', marker = 1): Promise<Finished> =>
  calproof(`check ${url} --seed 7 --now 2026-11-21T12:00:00Z --timeout 60s ${more} --report json=report.json`, {
    randomSeed: () => marker * 1_000_003,
  });

/** Tags are made, and never found again. */
const losesTags: Deviate = (request, response) => {
  const lost = request.method === 'GET' && /\/tags\/\d+/.test(request.url ?? '');
  if (lost) response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"lost"}');
  return lost;
};

/** Only some requirements search, so only some shards see the crash, and its cause may be in another one. */
const crashesAtSearch: Deviate = (request, response) => {
  const crashes = request.method === 'GET' && /\/(tags|categories)\?.*search/.test(request.url ?? '');
  if (crashes) response.writeHead(500, { 'content-type': 'application/json' }).end('{"code":"crash"}');
  return crashes;
};

/** What a run found, without what chance and the target chose: ids, markers and durations. */
const found = ({ requirements, counts, exitCode, conclusion, end, left }: RunReport) => ({
  counts,
  exitCode,
  conclusion,
  end,
  left,
  verdicts: requirements.map(({ id, verdict }) => ({
    id,
    outcome: verdict.outcome,
    runs: 'runs' in verdict ? verdict.runs : undefined,
    cause: 'cause' in verdict ? verdict.cause : undefined,
    need: 'need' in verdict ? verdict.need : undefined,
    kind: 'counterexample' in verdict ? verdict.counterexample.deviation.kind : undefined,
  })),
});

describe('four shards at once against one server', () => {
  test.each([
    ['that conforms', undefined, 0],
    ['that deviates', losesTags, 1],
    ['that crashes at some parameters', crashesAtSearch, 1],
  ] as const)(
    '%s, merged, are equal to the single run with the same seed',
    async (_, deviate, code) => {
      const { url, server } = await listenReference(deviate);
      const before = server.counts();
      const single = await judge(url, '');
      const shards = await judgeShards(url, 4);
      const reports = shards.map(reportIn);
      const merged = await calproof(`merge ${shards.map(pathIn).join(' ')} --report json=report.json`);
      expect(merged.stderr).toBe('');
      expect([single.code, merged.code]).toEqual([code, code]);
      const [one, all] = [reportIn(single), reportIn(merged)];
      expect(found(all)).toEqual(found(one));
      expect(all.shard).toBeUndefined();
      expect(all.requests).toBe(reports.reduce((sum, { requests }) => sum + requests, 0));
      expect(merged.stdout.trimEnd().split('\n').at(-1)).toBe(one.conclusion);
      expect(new Set(reports.map(({ requirements }) => requirements.length > 0))).toEqual(new Set([true]));
      expect(server.counts()).toEqual(before);
    },
    LONG,
  );

  test.each([
    ['that is empty', undefined],
    ['that holds all that no client can set', completeWorld as WorldFile],
  ] as const)(
    '%s, over the whole catalogue and each with its own requests at once, merged, are equal to the single run',
    async (_, world) => {
      const { url, server } = await listenReference(undefined, world);
      const before = server.counts();
      const single = await judgeAll(url);
      const shards = await Promise.all([1, 2, 3, 4].map((part) => judgeAll(url, `--shard ${part}/4`, part + 1)));
      const merged = await calproof(`merge ${shards.map(pathIn).join(' ')} --report json=report.json`);
      const [one, all] = [reportIn(single), reportIn(merged)];
      expect(one.requirements.length).toBeGreaterThan(700);
      expect(found(all)).toEqual(found(one));
      expect(server.counts()).toEqual(before);
    },
    LONG,
  );

  test(
    'of five reports, two of the same shard are refused by name',
    async () => {
      const { url } = await listenReference();
      const shards = await judgeShards(url, 4, '--effort quick');
      const files = [...shards, ...(await judgeShards(url, 4, '--effort quick')).slice(1, 2)].map(pathIn);
      const { code, stdout, stderr } = await calproof(['merge', ...files]);
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toBe(`${files[1]} and ${files[4]} are both shard 2 of 4; give one.\n`);
    },
    LONG,
  );
});

describe('a shard', () => {
  const plan = (more: string) => calproof(`check http://127.0.0.1:1 --plan --only tags ${more}`);

  test.each([
    ['--shard 5/4 --seed 7', '--shard cannot be 5/4: expected a part and the number of parts, such as 1/4.'],
    ['--shard 0/4 --seed 7', '--shard cannot be 0/4: expected a part and the number of parts, such as 1/4.'],
    ['--shard 2 --seed 7', '--shard cannot be 2: expected a part and the number of parts, such as 1/4.'],
    ['--shard 1/4', 'All shards of a run need the same seed, such as --seed 7.'],
    ['--shard 1/9000 --seed 7', /^There are only \d+ requirements for 9000 shards; use at most \d+ shards\.$/],
    ['--timings report.json', '--timings needs --shard, such as 1/4.'],
    ['--shard 1/4 --seed 7 --timings none.json', /^none\.json cannot be read/],
  ])('that cannot be is refused: %s', async (more, sentence) => {
    const { code, stderr } = await plan(more);
    expect(code).toBe(2);
    expect(stderr.trimEnd()).toMatch(sentence);
  });

  test('is planned as the part of the run that it is', async () => {
    const requirementsIn = ({ stdout }: Finished): number => Number(/(\d+) requirements/.exec(stdout)?.[1]);
    const whole = requirementsIn(await plan('--seed 7'));
    const parts = await Promise.all([1, 2, 3].map((index) => plan(`--seed 7 --shard ${index}/3`)));
    expect(parts.map(requirementsIn).reduce((sum, one) => sum + one)).toBe(whole);
  });

  test(
    'takes what an earlier run took longest for by itself',
    async () => {
      const { url } = await listenReference();
      const earlier = await judge(url, '--effort quick');
      const report = reportIn(earlier);
      const slow = report.requirements[0]?.id;
      const requirements = report.requirements.map((one) => ({ ...one, ms: one.id === slow ? 900_000 : 10 }));
      const { writeFileSync } = await import('node:fs');
      writeFileSync(pathIn(earlier), JSON.stringify({ ...report, requirements }));
      const shards = await judgeShards(url, 2, `--effort quick --timings ${pathIn(earlier)}`);
      const sizes = shards.map((one) => reportIn(one).requirements.map(({ id }) => id));
      const inAll = ['categories.list.fits-anywhere', 'tags.list.fits-anywhere'];
      expect(sizes.filter((ids) => ids.includes(slow ?? ''))).toEqual([[slow, ...inAll]]);
    },
    LONG,
  );
});
