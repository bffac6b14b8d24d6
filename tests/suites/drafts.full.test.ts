import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requirements } from '../../suites/index.js';
import type { Interceptor } from '../../wire/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import { inEach, interceptOperations } from '../../zoo/intercept/intercept-operation.js';
import { editBody } from '../../zoo/intercept/request-edit.js';
import { type OnTrial, onTrial } from './on-trial.js';
import { lens } from './under-fault.js';

const kinds = ['events', 'venues', 'organizers'] as const;

/** What whoever may not publish meets: all that is created or published waits for somebody else. */
const pending = (body: JsonObject, isNew: boolean): JsonObject =>
  body.status === 'publish' || (isNew && body.status === undefined) ? { ...body, status: 'pending' } : body;

const moderated: Interceptor = interceptOperations(
  lens,
  (['create', 'update'] as const).flatMap((kind) => inEach(kinds, { kind })),
  ({ request, operation }, next) => next(editBody(request, (body) => pending(body, operation.kind === 'create'))),
);

const drafted: Interceptor = interceptOperations(lens, inEach(kinds, { kind: 'create' }), ({ request }, next) =>
  next(editBody(request, (body) => ({ status: 'draft', ...body }))),
);

describe('where what is created without a status is a draft', () => {
  test('it is published, and a status sent from then on', async () => {
    const on = await onTrial({ intercept: drafted });
    const { profile, world } = on.opened;
    const statuses = world.of('venues').map(({ status }) => status);
    await on.close();
    expect(profile.draftedUnlessSent).toEqual(kinds);
    expect(profile.lacks.has('lists.created')).toBe(false);
    expect(new Set(statuses)).toEqual(new Set(['publish']));
  });
});

describe('where nothing may be published', () => {
  let on: OnTrial;
  beforeAll(async () => {
    on = await onTrial({ intercept: moderated });
  });
  afterAll(async () => {
    expect(await on.close()).toEqual([]);
  });

  test('no status is sent that was not asked for, and nothing that is created needs to be listed', () => {
    expect(on.opened.profile.draftedUnlessSent).toEqual([]);
    expect(on.opened.profile.lacks.get('lists.created')).toMatch(/draft/);
  });

  test('no requirement fails, and most that write reach a verdict', { timeout: 120_000 }, async () => {
    const outcomes = new Map<string, string>();
    for (const requirement of requirements.filter(({ profile }) => profile !== 'reference')) {
      const verdict = await on.trial.judge(requirement, { runs: 1, requests: 1000, shrinkRequests: 0 });
      outcomes.set(requirement.id, verdict.outcome);
    }
    const failed = [...outcomes].filter(([, outcome]) => outcome === 'failed').map(([id]) => id);
    const passed = [...outcomes.values()].filter((outcome) => outcome === 'passed');
    expect(failed).toEqual([]);
    expect(passed.length).toBeGreaterThan(400);
  });
});
