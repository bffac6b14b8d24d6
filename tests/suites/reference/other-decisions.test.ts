import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WorldFile } from '../../../contract/world-file.js';
import completeWorld from '../../../fixtures/worlds/complete.json' with { type: 'json' };
import { referenceRequirements } from '../../../suites/reference/index.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject } from '../../../wire/json.js';
import { statusOf } from '../../../wire/status.js';
import { withParameter } from '../../../zoo/intercept/request-edit.js';
import { editJson, editResponse, toRefusal, withHeader, withStatus } from '../../../zoo/intercept/response-edit.js';
import { type OnTrial, onTrial } from '../on-trial.js';
import { without } from '../under-fault.js';

const statuses = new Map([
  [400, 422],
  [404, 410],
  [405, 404],
  [412, 409],
  [415, 400],
]);

/** Lists and relations the other way round, and some fields that nobody asked for left out. */
const otherwise = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(without(body, 'routes', 'rest_url', 'description')).map(([name, value]) => [
      name,
      isJsonArray(value) ? value.toReversed() : value,
    ]),
  );

/** A service that is right as well, and has decided otherwise wherever the interface is silent. */
const otherDecisions: Interceptor = async (request, next) => {
  if (/\/(\?|$)/.test(request.target)) return toRefusal(404);
  if (/[?&](colour=|search=(&|$))/.test(request.target)) return toRefusal(422);
  const isWindowed = /\/events\?search=./.test(request.target);
  const outcome = await next(isWindowed ? withParameter(request, 'starts_after', '1900-01-01') : request);
  const status = statuses.get(statusOf(outcome));
  if (status !== undefined) return withStatus(outcome, status);
  const bare = editJson(outcome, (body) => (isJsonObject(body) ? otherwise(body) : body));
  return editResponse(bare, (one) => ({ ...one, headers: withHeader(one.headers, 'Link', '</>; rel="self"') }));
};

let on: OnTrial;
let current: Interceptor = (request, next) => next(request);

beforeAll(async () => {
  on = await onTrial({ world: completeWorld as WorldFile, intercept: (request, next) => current(request, next) });
});
afterAll(async () => {
  await on.close();
});

test.each(referenceRequirements.map((requirement) => [requirement.id, requirement] as const))(
  '%s fails on a service that has decided otherwise',
  async (_, requirement) => {
    current = otherDecisions;
    const verdict = await on.trial.judge(requirement, { runs: 1, requests: 1000, shrinkRequests: 0 });
    current = (request, next) => next(request);
    expect(verdict.outcome).toBe('failed');
  },
);
