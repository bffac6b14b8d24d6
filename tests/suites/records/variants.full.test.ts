import { expect, test } from 'vitest';
import { dayOf } from '../../../adapter/notation/day-times.js';
import { wallClock } from '../../../adapter/reading/agreement.js';
import { resourceOf } from '../../../contract/resources.js';
import type { WorldFile } from '../../../contract/world-file.js';
import completeWorld from '../../../fixtures/worlds/complete.json' with { type: 'json' };
import type { Verdict } from '../../../kernel/verdict.js';
import { recordsRequirements } from '../../../suites/records/index.js';
import { createVirtualClock } from '../../../wire/clock.js';
import type { Interceptor, WireResponse } from '../../../wire/exchange.js';
import type { JsonObject, JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { composeVariants } from '../../../zoo/compositions/compositions.js';
import { interceptOperation, inTurn } from '../../../zoo/intercept/intercept-operation.js';
import { bodyOf, editBody } from '../../../zoo/intercept/request-edit.js';
import { editResponse, toRefusal, withoutHeader } from '../../../zoo/intercept/response-edit.js';
import type { Variant } from '../../../zoo/variant.js';
import { variants } from '../../../zoo/variants/index.js';
import { type OnTrial, onTrial } from '../on-trial.js';
import { lens, requirementOf } from './under-fault.js';

const bodiless = ({ headers }: WireResponse, status: number): WireResponse => ({
  status,
  headers: withoutHeader(withoutHeader(headers, 'Content-Length'), 'Content-Type'),
  body: new Uint8Array(),
});

/** Answers writes without a representation. */
const mute = (kind: 'create' | 'update', status: number): Interceptor =>
  interceptOperation(lens, { kind }, async ({ request }, next) => {
    const outcome = await next(request);
    return isGranted(outcome) ? editResponse(outcome, (response) => bodiless(response, status)) : outcome;
  });

/** Makes an update by these verbs say something of every optional field. */
const resets = (...methods: readonly ('POST' | 'PUT')[]): Interceptor =>
  inTurn(
    ...methods.map((method) =>
      interceptOperation(lens, { kind: 'update', method }, ({ request, collection }, next) => {
        const optional = Object.entries(resourceOf(collection).fields).filter(([, { required }]) => !required);
        const empty = optional.map(([name, { type }]): [string, JsonValue] => [name, type === 'integers' ? [] : null]);
        return next(editBody(request, (body) => ({ ...Object.fromEntries(empty), ...body })));
      }),
    ),
  );

const toWholeDays = (event: JsonObject): JsonObject => {
  const widen = (name: string, time: string): string => `${dayOf(wallClock(event[name]))} ${time}`;
  if (event.all_day !== true) return event;
  return { ...event, start_date: widen('start_date', '00:00:00'), end_date: widen('end_date', '23:59:59') };
};

/** Shows events that last all day from midnight to midnight. */
const wholeDays: Interceptor = interceptOperation(lens, { collection: 'events' }, async ({ request }, next) => {
  const outcome = lens.editRecord('events', await next(request), toWholeDays);
  return lens.editItems('events', outcome, (items) => items.map(toWholeDays));
});

/** Refuses what others give another slug: a slug or a name that was sent before, and a slug in an update by slug. */
function strict(): Interceptor {
  const seen = new Set<string>();
  const create = interceptOperation(lens, { kind: 'create' }, async ({ request, collection }, next) => {
    const body = bodyOf(request);
    const names = [body?.[resourceOf(collection).label], body?.slug].filter((name) => typeof name === 'string');
    if (names.some((name) => seen.has(`${collection}/${name}`))) return toRefusal(409);
    for (const name of names) seen.add(`${collection}/${name}`);
    return next(request);
  });
  const update = interceptOperation(lens, { kind: 'update', addressing: 'slug' }, ({ request }, next) =>
    bodyOf(request)?.slug === undefined ? next(request) : Promise.resolve(toRefusal(400)),
  );
  const emptied = interceptOperation(lens, { kind: 'update' }, ({ request }, next) =>
    Object.values(bodyOf(request) ?? {}).some((value) => JSON.stringify(value) === '[]')
      ? Promise.resolve(toRefusal(400))
      : next(request),
  );
  return inTurn(create, update, emptied);
}

const zoo = (...ids: readonly string[]): Interceptor =>
  composeVariants('own', chosen(ids)).create(1, lens, createVirtualClock(0));

const chosen = (ids: readonly string[]): readonly Variant[] => variants.filter(({ id }) => ids.includes(id));

const own: readonly (readonly [string, () => Interceptor])[] = [
  ['creates that are answered by a Location alone', () => mute('create', 201)],
  ['updates that are answered with 204', () => mute('update', 204)],
  ['PUT that resets what is not sent', () => resets('PUT')],
  ['POST and PUT that reset what is not sent', () => resets('POST', 'PUT')],
  ['events of whole days', () => wholeDays],
  ['slugs and names that are refused a second time', strict],
  ['several ways to show a record at once', () => zoo('text.paragraphs', 'empty.left-out')],
];

/** What stayed inconclusive on a target, and why; not applicable is a verdict. */
async function judgeAll({
  trial,
}: OnTrial): Promise<{ readonly passed: readonly string[]; readonly blamed: unknown[] }> {
  const blamed: unknown[] = [];
  const passed: string[] = [];
  for (const requirement of recordsRequirements) {
    const verdict = await trial.judge(requirement, { runs: 2, requests: 1000, shrinkRequests: 0 });
    if (verdict.outcome === 'passed') passed.push(requirement.id);
    else if (verdict.outcome !== 'inapplicable') blamed.push({ id: requirement.id, ...toShort(verdict) });
  }
  return { passed, blamed };
}

function toShort(verdict: Verdict): object {
  if (verdict.outcome !== 'failed') return verdict;
  const { value, deviation } = verdict.counterexample;
  return { value, expected: deviation.expected, observed: deviation.observed };
}

// Those of the zoo are tried one by one, with all requirements, in tests/zoo.
test.each(own)('nothing is blamed for %s', async (_, variant) => {
  const on = await onTrial({ intercept: variant() });
  const { blamed } = await judgeAll(on);
  expect(await on.close()).toEqual([]);
  expect(blamed).toEqual([]);
});

test.each(['start-date', 'end-date'])(
  'no %s is missed where events that last all day show their days',
  async (field) => {
    const on = await onTrial({ intercept: zoo('notation.all-day-as-days') });
    const every = { runs: 60, requests: 1000, shrinkRequests: 0 };
    const verdict = await on.trial.judge(requirementOf(`events.fields.${field}`), every);
    await on.close();
    expect(verdict).toMatchObject({ outcome: 'passed' });
  },
);

test('nothing is blamed for a site in another zone', async () => {
  const on = await onTrial({ world: { zone: 'Asia/Tokyo' } });
  const { blamed } = await judgeAll(on);
  await on.close();
  expect(blamed).toEqual([]);
});

test('what reads is judged on what is there, where nothing may be written', async () => {
  const written: string[] = [];
  const watch: Interceptor = (request, next) => {
    if (request.method !== 'GET') written.push(request.method);
    return next(request);
  };
  const on = await onTrial({ world: completeWorld as WorldFile, mode: 'readonly', intercept: watch });
  const { passed, blamed } = await judgeAll(on);
  await on.close();
  expect(written).toEqual([]);
  expect(blamed).toEqual([]);
  expect(passed).toEqual(
    recordsRequirements
      .filter(({ id, effects }) => /\.(?:read|ids)\./.test(id) && effects === 'reads')
      .map(({ id }) => id),
  );
});
