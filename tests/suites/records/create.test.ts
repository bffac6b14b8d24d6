import { describe, expect, test } from 'vitest';
import { type Collection, collections, resourceOf } from '../../../contract/resources.js';
import { requiredFields, typedFields } from '../../../suites/records/refused-fields.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { isJsonObject, type JsonValue, valueAt } from '../../../wire/json.js';
import { jsonOf } from '../../../wire/message-body.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import { inEach, interceptOperation, interceptOperations } from '../../../zoo/intercept/intercept-operation.js';
import { bodyOf, editBody } from '../../../zoo/intercept/request-edit.js';
import { editJson, toRefusal } from '../../../zoo/intercept/response-edit.js';
import { judgeFromTheStart, lens, underFaults, without } from './under-fault.js';

/** Creates only what has a description. */
const wantsDescription = (collection: Collection): Interceptor =>
  interceptOperation(lens, { kind: 'create', collection }, async ({ request }, next) =>
    bodyOf(request)?.description === undefined ? toRefusal(400) : next(request),
  );

/** Loses the description of what is created with it. */
const losesDescription = (collection: Collection): Interceptor =>
  interceptOperation(lens, { kind: 'create', collection }, ({ request }, next) =>
    next(editBody(request, (body) => without(body, 'description'))),
  );

const fillers: Readonly<Record<string, string>> = {
  start_date: '2030-01-01 10:00:00',
  end_date: '2036-01-01 10:00:00',
};

/** Makes up a field that is missing. */
const makesUp = (collection: Collection, field: string): Interceptor =>
  interceptOperation(lens, { kind: 'create', collection }, ({ request }, next) =>
    next(editBody(request, (body) => ({ [field]: fillers[field] ?? 'Untitled', ...body }))),
  );

/** Sends once more, without them, the fields that were refused: what cannot be read is dropped. */
const dropsMalformed = (kind: 'create' | 'update', collection: Collection): Interceptor =>
  interceptOperation(lens, { kind, collection }, async ({ request }, next) => {
    const outcome = await next(request);
    const params = valueAt(jsonOf(outcome), ['data', 'params']);
    if (statusOf(outcome) !== 400 || !isJsonObject(params)) return outcome;
    const kept = (name: string): boolean => !(name in params);
    const { label, fields } = resourceOf(collection);
    const filled = Object.keys(params).flatMap((name) =>
      fields[name]?.required ? [[name, fillers[name] ?? `Made up for ${label}`] as const] : [],
    );
    return next(
      editBody(request, (body) => ({
        ...Object.fromEntries(Object.entries(body).filter(([name]) => kept(name))),
        ...Object.fromEntries(filled),
      })),
    );
  });

/** Whether a field has none of the values that it is declared to have. */
const isUnusable = (value: JsonValue | undefined): boolean =>
  isJsonObject(value) ||
  value === 'abc' ||
  value === 'not a date' ||
  (Array.isArray(value) && !value.every(Number.isInteger));

/** Updates by one verb do without a field that they cannot use. */
const takesAnything = (collection: Collection, verb: string, field: string): Interceptor =>
  interceptOperation(lens, { kind: 'update', collection }, ({ request }, next) =>
    next(
      request.method === verb
        ? editBody(request, (body) => (isUnusable(body[field]) ? without(body, field) : body))
        : request,
    ),
  );

/** Of refusals that name fields, the first alone is left. */
const namesFirst = interceptOperations(lens, inEach(collections, { kind: 'update' }), async ({ request }, next) => {
  const outcome = await next(request);
  const params = valueAt(jsonOf(outcome), ['data', 'params']);
  if (!isJsonObject(params)) return outcome;
  const [first] = Object.entries(params);
  return editJson(outcome, () => ({ data: { params: Object.fromEntries(first ? [first] : []) } }));
});

describe('under a fault', () => {
  const judge = underFaults();

  test.each(collections)('%s.create.required-only sees a field required that is not', async (collection) => {
    expect(await judge(wantsDescription(collection), `${collection}.create.required-only`)).toMatchObject({
      outcome: 'failed',
      counterexample: { deviation: { kind: 'status' } },
    });
  });

  test.each(collections)('%s.create.any-fields sees a lost field', async (collection) => {
    expect(await judge(losesDescription(collection), `${collection}.create.any-fields`)).toMatchObject({
      outcome: 'failed',
      counterexample: { deviation: { kind: 'value', expected: expect.stringMatching(/^description/) } },
    });
    expect(await judge(losesDescription(collection), `${collection}.create.required-only`)).toMatchObject({
      outcome: 'passed',
    });
  });

  const required = collections.flatMap((collection) =>
    requiredFields[collection].map((field) => [collection, field] as const),
  );
  test.each(required)('%s.create.required.%s sees it made up', async (collection, field) => {
    const id = `${collection}.create.required.${field.replace('_', '-')}`;
    expect(await judge(makesUp(collection, field), id)).toMatchObject({
      outcome: 'failed',
      counterexample: { deviation: { expected: expect.stringContaining(`where ${field} is missing to be refused`) } },
    });
  });

  const typed = collections.flatMap((collection) =>
    typedFields(collection).map((field) => [collection, field] as const),
  );
  test.each(typed)('%s.create.malformed.%s sees what is dropped without a word', async (collection, field) => {
    const id = `${collection}.create.malformed.${field.replaceAll('_', '-')}`;
    const verdict = await judge(dropsMalformed('create', collection), id);
    expect(verdict).toMatchObject({ outcome: 'failed', counterexample: { deviation: { kind: 'status' } } });
  });

  test.each(collections)('%s.update.malformed sees what is dropped without a word', async (collection) => {
    const verdict = await judge(dropsMalformed('update', collection), `${collection}.update.malformed`);
    expect(verdict).toMatchObject({ outcome: 'failed', counterexample: { deviation: { kind: 'status' } } });
  });

  test.each(typed)('%s.update.malformed sees that a PATCH takes anything as %s', async (collection, field) => {
    const verdict = await judge(takesAnything(collection, 'PATCH', field), `${collection}.update.malformed`);
    const observed = expect.objectContaining({ expected: expect.stringContaining(`where ${field} `) });
    expect(verdict).toMatchObject({ outcome: 'failed', counterexample: { deviation: observed } });
  });

  test.each(collections)('%s.update.malformed passes where refusals name the first field alone', async (collection) => {
    expect(await judge(namesFirst, `${collection}.update.malformed`)).toMatchObject({ outcome: 'passed' });
  });

  test.each(['events', 'venues'] as const)('%s.create.namesakes sees a shared slug', async (collection) => {
    const firstForAll = interceptOperation(
      lens,
      { kind: 'read', collection, addressing: 'slug' },
      ({ request }, next) => next({ ...request, target: request.target.replace(/(-\d+)-\d+$/, '$1') }),
    );
    expect(await judge(firstForAll, `${collection}.create.namesakes`)).toMatchObject({
      outcome: 'failed',
      counterexample: { deviation: { kind: 'state' } },
    });
  });

  test.each(['events', 'categories', 'tags'] as const)(
    '%s.create.taken-slug sees one slug twice',
    async (collection) => {
      const withoutEnding = interceptOperation(
        lens,
        { kind: 'read', collection, addressing: 'id' },
        async ({ request }, next) =>
          lens.editRecord(collection, await next(request), (record) =>
            lens.withField(
              collection,
              record,
              'slug',
              lens.text(collection, record, 'slug').replace(/(-\d+)-\d+$/, '$1'),
            ),
          ),
      );
      expect(await judge(withoutEnding, `${collection}.create.taken-slug`)).toMatchObject({ outcome: 'failed' });
    },
  );

  test.each(['events', 'categories', 'tags'] as const)(
    '%s.create.taken-slug lets it be refused',
    async (collection) => {
      const slugs = new Set<unknown>();
      const refusing = interceptOperation(lens, { kind: 'create', collection }, async ({ request }, next) => {
        const slug = bodyOf(request)?.slug;
        if (slugs.has(slug)) return toRefusal(409);
        const outcome = await next(request);
        if (isGranted(outcome)) slugs.add(slug);
        return outcome;
      });
      expect(await judge(refusing, `${collection}.create.taken-slug`)).toMatchObject({ outcome: 'passed' });
    },
  );
});

test('events.create.default.all-day sees an event last all day unasked', async () => {
  const allDay = interceptOperation(lens, { id: 'events.create' }, ({ request }, next) =>
    next(editBody(request, (body) => ({ all_day: true, ...body }))),
  );
  expect(await judgeFromTheStart(allDay, 'events.create.default.all-day')).toMatchObject({ outcome: 'failed' });
});
