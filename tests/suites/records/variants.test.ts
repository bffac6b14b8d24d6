import { expect, test } from 'vitest';
import { resourceOf } from '../../../contract/resources.js';
import type { Interceptor, WireResponse } from '../../../harness/exchange.js';
import type { JsonObject, JsonValue } from '../../../harness/json.js';
import { recordsRequirements } from '../../../suites/records/index.js';
import { editResponse, isGranted, toRefusal, withoutHeader } from '../../../zoo/edit-answer.js';
import { bodyOf, editBody } from '../../../zoo/edit-request.js';
import { inTurn, on } from '../../../zoo/on.js';
import { variants } from '../../../zoo/variants/index.js';
import { onTrial } from '../on-trial.js';
import { lens } from './under-fault.js';

const bodiless = ({ headers }: WireResponse, status: number): WireResponse => ({
  status,
  headers: withoutHeader(withoutHeader(headers, 'Content-Length'), 'Content-Type'),
  body: new Uint8Array(),
});

/** Answers writes without a representation. */
const mute = (kind: 'create' | 'update', status: number): Interceptor =>
  on(lens, { kind }, async ({ request }, next) => {
    const outcome = await next(request);
    return isGranted(outcome) ? editResponse(outcome, (response) => bodiless(response, status)) : outcome;
  });

/** Makes an update by these verbs say something of every optional field. */
const resets = (...methods: readonly ('POST' | 'PUT')[]): Interceptor =>
  inTurn(
    ...methods.map((method) =>
      on(lens, { kind: 'update', method }, ({ request, collection }, next) => {
        const optional = Object.entries(resourceOf(collection).fields).filter(([, { required }]) => !required);
        const empty = optional.map(([name, { type }]): [string, JsonValue] => [name, type === 'integers' ? [] : null]);
        return next(editBody(request, (body) => ({ ...Object.fromEntries(empty), ...body })));
      }),
    ),
  );

const toWholeDays = (event: JsonObject): JsonObject => {
  const widen = (name: string, time: string): string => `${String(event[name]).slice(0, 10)} ${time}`;
  if (event.all_day !== true) return event;
  return { ...event, start_date: widen('start_date', '00:00:00'), end_date: widen('end_date', '23:59:59') };
};

/** Shows events that last all day from midnight to midnight. */
const wholeDays: Interceptor = on(lens, { collection: 'events' }, async ({ request }, next) => {
  const outcome = lens.editRecord('events', await next(request), toWholeDays);
  return lens.editItems('events', outcome, (items) => items.map(toWholeDays));
});

/** Refuses what others give another slug: a slug or a name that was sent before, and a slug in an update by slug. */
function strict(): Interceptor {
  const seen = new Set<string>();
  const create = on(lens, { kind: 'create' }, async ({ request, collection }, next) => {
    const body = bodyOf(request);
    const names = [body?.[resourceOf(collection).label], body?.slug].filter((name) => typeof name === 'string');
    if (names.some((name) => seen.has(`${collection}/${name}`))) return toRefusal(409);
    for (const name of names) seen.add(`${collection}/${name}`);
    return next(request);
  });
  const update = on(lens, { kind: 'update', addressing: 'slug' }, ({ request }, next) =>
    bodyOf(request)?.slug === undefined ? next(request) : Promise.resolve(toRefusal(400)),
  );
  const emptied = on(lens, { kind: 'update' }, ({ request }, next) =>
    Object.values(bodyOf(request) ?? {}).some((value) => JSON.stringify(value) === '[]')
      ? Promise.resolve(toRefusal(400))
      : next(request),
  );
  return inTurn(create, update, emptied);
}

const own: readonly (readonly [string, () => Interceptor])[] = [
  ['the reference server itself', () => (request, next) => next(request)],
  ['creates that are answered by a Location alone', () => mute('create', 201)],
  ['updates that are answered with 204', () => mute('update', 204)],
  ['PUT that resets what is not sent', () => resets('PUT')],
  ['POST and PUT that reset what is not sent', () => resets('POST', 'PUT')],
  ['events of whole days', () => wholeDays],
  ['slugs and names that are refused a second time', strict],
];
const ofTheZoo = variants.map(({ id, create }) => [id, () => create(1, lens)] as const);

test.each([...own, ...ofTheZoo])('nothing is blamed for %s', async (_, variant) => {
  const { trial, close } = await onTrial({ intercept: variant() });
  const blamed: unknown[] = [];
  for (const requirement of recordsRequirements) {
    const verdict = await trial.judge(requirement, { runs: 2, requests: 1000, shrinkRequests: 0 });
    const isFine = verdict.outcome === 'passed' || verdict.outcome === 'inapplicable';
    if (!isFine)
      blamed.push({
        id: requirement.id,
        ...('counterexample' in verdict
          ? { ...verdict.counterexample.deviation, exchange: 0, value: JSON.stringify(verdict.counterexample.value) }
          : verdict),
      });
  }
  expect(await close()).toEqual([]);
  expect(blamed).toEqual([]);
});
