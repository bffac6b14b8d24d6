import { expect, test } from 'vitest';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import { openTrial } from '../../kernel/trial.js';
import type { Verdict } from '../../kernel/verdict.js';
import { requirements } from '../../suites/index.js';
import { type OpeningOptions, prepareOpening } from './opening.js';
import { answer, isCreate, refusing } from './other-targets.js';

const world = completeWorld as WorldFile;

/** Judges every requirement once on a target; a defect of the harness would be thrown. */
async function judgeAll(options: OpeningOptions): Promise<ReadonlyMap<string, Verdict>> {
  const { open, counts } = await prepareOpening(options);
  const before = counts();
  const trial = openTrial(await open());
  const verdicts = new Map<string, Verdict>();
  for (const requirement of requirements) {
    verdicts.set(requirement.id, await trial.judge(requirement, { runs: 1, requests: 60, shrinkRequests: 10 }));
  }
  expect(await trial.close()).toEqual([]);
  expect(counts()).toEqual(before);
  return verdicts;
}

const failed = (verdicts: ReadonlyMap<string, Verdict>): readonly string[] =>
  [...verdicts].filter(([, { outcome }]) => outcome === 'failed').map(([id]) => id);

test('a read-only target is not blamed for anything', async () => {
  const verdicts = await judgeAll({ server: { world }, mode: 'readonly' });
  expect(failed(verdicts)).toEqual([]);
  expect([...verdicts.values()].some(({ outcome }) => outcome === 'passed')).toBe(true);
}, 60_000);

test('a target that refuses drafts is not blamed for anything', async () => {
  const isDraft = (request: Parameters<typeof isCreate>[0]): boolean =>
    isCreate(request) && String(request.body).includes('"status":"draft"');
  expect(failed(await judgeAll({ intercept: refusing(400, isDraft) }))).toEqual([]);
}, 60_000);

test('an empty target without POST is judged: creates fail, most other requirements are inconclusive', async () => {
  const verdicts = await judgeAll({ intercept: refusing(405, ({ method }) => method !== 'GET' && method !== 'HEAD') });
  expect(failed(verdicts)).toContain('tags.create.required-only');
  expect(verdicts.get('tags.read.record')?.outcome).toBe('cantTell');
}, 60_000);

const strange = { id: 5, start_date: 'soon', name: 7, venue: [[]] };

test.each([
  ['several strange records', [strange, { ...strange, id: 6 }], 'tags.read.record'],
  ['one strange record', [strange], 'index.read.answers'],
] as const)(
  'a target that answers everything with %s is judged',
  async (_, records, id) => {
    const always = answer(200, records);
    expect(failed(await judgeAll({ intercept: async () => always }))).toContain(id);
  },
  60_000,
);
