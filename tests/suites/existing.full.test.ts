import { describe, expect, test } from 'vitest';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import type { Verdict } from '../../kernel/verdict.js';
import { requirements } from '../../suites/index.js';
import type { Interceptor } from '../../wire/exchange.js';
import { existingData } from '../../zoo/faults/filters/existing-data.js';
import { toJsonResponse } from '../../zoo/intercept/response-edit.js';
import { refusing } from '../adapter/other-targets.js';
import { sightOfBare, through } from '../zoo/bare.js';
import { inShare } from '../zoo/share.js';
import { onTrial, type OnTrialOptions } from './on-trial.js';

const world = completeWorld as WorldFile;
/** It holds all that no client can set, and nobody says so. */
const server = { world } as NonNullable<OnTrialOptions['server']>;
const reads = requirements.filter(({ effects, profile }) => effects === 'reads' && profile !== 'reference');
const aboutExisting = requirements.filter(({ needs }) => needs.some((need) => need.startsWith('existing.')));

/** Judges requirements on a server; gives the verdict of each by its id. */
async function judgeOn(options: OnTrialOptions, asked = aboutExisting): Promise<ReadonlyMap<string, Verdict>> {
  const on = await onTrial(options);
  const verdicts = new Map<string, Verdict>();
  for (const requirement of asked) {
    const allowance = { runs: 1, requests: 1000, shrinkRequests: 0 };
    verdicts.set(requirement.id, await on.trial.judge(requirement, allowance));
  }
  await on.close();
  return verdicts;
}

const withOutcome = (verdicts: ReadonlyMap<string, Verdict>, outcome: string): readonly string[] =>
  [...verdicts].filter(([, verdict]) => verdict.outcome === outcome).map(([id]) => id);

describe('what no client can set is judged on what is there', () => {
  test.each(['sandbox', 'readonly'] as const)('in %s mode, without a world file', async (mode) => {
    const verdicts = await judgeOn({ mode, server });
    expect(verdicts.size).toBe(7);
    expect(withOutcome(verdicts, 'passed')).toHaveLength(7);
  });

  test('where the events of other runs fill the first pages', async () => {
    const crowd = Array.from({ length: 120 }, (_, at) => ({
      key: `crowd-${at}`,
      title: `Of another run cpzzzzz1-${at}`,
      description: 'Gone at any time.',
      start_date: '2031-05-01 10:00:00',
      end_date: '2031-05-01 12:00:00',
    }));
    const crowded = { world: { ...world, events: [...(world.events ?? []), ...crowd] } } as typeof server;
    expect(withOutcome(await judgeOn({ server: crowded }), 'passed')).toHaveLength(7);
  });

  test('and does not apply, with the reason, where there is nothing of it', async () => {
    const verdicts = await judgeOn({});
    const reasons = [...verdicts.values()].map((verdict) => ('reason' in verdict ? verdict.reason : verdict.outcome));
    expect(withOutcome(verdicts, 'inapplicable')).toHaveLength(7);
    expect(reasons.filter((reason) => !reason.includes('--world'))).toEqual([]);
  });

  test('nor where the extensions are switched off', async () => {
    const off: Interceptor = (request, next) =>
      /geoloc|ticketed|post_parent/.test(request.target)
        ? Promise.resolve(toJsonResponse(400, { code: 'invalid' }))
        : next(request);
    const verdicts = await judgeOn({ server, intercept: off });
    const filters = [
      'events.list.geoloc.existing',
      'events.list.ticketed.existing',
      'events.list.post_parent.existing',
      'events.list.geoloc_lat.existing',
    ];
    expect(withOutcome(verdicts, 'inapplicable')).toEqual(filters);
  });

  test.each(inShare(existingData).map((fault) => [fault.id, fault] as const))(
    'so that it sees %s',
    async (_, fault) => {
      const sight = await sightOfBare();
      const verdicts = await judgeOn({ mode: 'readonly', server, ...through(fault, sight) });
      expect(withOutcome(verdicts, 'failed')).toHaveLength(1);
    },
  );

  test('a stand-in for what is hidden is not taken for it', async () => {
    const standIn: Interceptor = async (request, next) => {
      const outcome = await next(request);
      if (outcome.kind !== 'response' || !/\/events\?/.test(request.target)) return outcome;
      const text = Buffer.from(outcome.response.body).toString();
      const headers = outcome.response.headers.filter(([name]) => !/length|etag/i.test(name));
      const body = Buffer.from(text.replaceAll('"description":null', '"description":"This content is protected."'));
      return { kind: 'response', response: { ...outcome.response, headers, body } };
    };
    const verdicts = await judgeOn({ mode: 'readonly', server, intercept: standIn });
    expect(withOutcome(verdicts, 'failed')).toEqual([]);
  });
});

describe('a target without POST, PUT, PATCH and DELETE', () => {
  const unwritable = refusing(405, ({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));

  test('is judged by a world file as exactly as one that can be written to', async () => {
    const verdicts = await judgeOn({ mode: 'readonly', world, intercept: unwritable }, reads);
    expect(withOutcome(verdicts, 'failed')).toEqual([]);
    expect(withOutcome(verdicts, 'passed').length).toBeGreaterThan(195);
  });

  test('and by what it shows, where no file says what it holds', async () => {
    const verdicts = await judgeOn({ mode: 'readonly', server, intercept: unwritable }, reads);
    expect(withOutcome(verdicts, 'failed')).toEqual([]);
    expect(withOutcome(verdicts, 'passed').length).toBeGreaterThan(150);
  });

  test.each(['categories', 'search', 'starts_after', 'organizer'])('is found to ignore %s', async (parameter) => {
    const ignored: Interceptor = (request, next) =>
      unwritable({ ...request, target: request.target.replace(new RegExp(`([?&])${parameter}=[^&]*`), '$1') }, next);
    const asked = reads.filter(({ id }) => id === `events.list.${parameter}`);
    expect(withOutcome(await judgeOn({ mode: 'readonly', world, intercept: ignored }, asked), 'failed')).toHaveLength(
      1,
    );
  });
});
