import { expect, test } from 'vitest';
import type { OperationId } from '../../../contract/operations.js';
import { collections } from '../../../contract/resources.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { createVirtualClock } from '../../../wire/clock.js';
import type { JsonValue } from '../../../wire/json.js';
import { type Choice, interceptOperation, interceptOperations } from '../../../zoo/intercept/intercept-operation.js';
import {
  bodyOf,
  segmentOf,
  withoutLanguage,
  withoutParameter,
  withParameter,
} from '../../../zoo/intercept/request-edit.js';
import { dutchByDefault } from '../../../zoo/variants/readings/language-alternatives.js';
import { onTrial } from '../../suites/on-trial.js';
import { lens } from '../../suites/under-fault.js';

const LANGUAGE = 'ml_language';

const ignored: Interceptor = (request, next) => next(withoutParameter(request, LANGUAGE));

/** Records stand in one list, and each language has words of its own. */
const translated: Interceptor = (request, next) =>
  interceptOperation(lens, { kind: 'list' }, async ({ collection, query, request: asked }, send) =>
    lens.editItems(collection, await send(withoutParameter(asked, LANGUAGE)), (items) =>
      items.map((item) => ({ ...item, excerpt: `in ${query.get(LANGUAGE) ?? 'none'}` })),
    ),
  )(request, (sent) => next(withoutParameter(sent, LANGUAGE)));

/** An update in another language than that of the original is a translation: shown in that language alone. */
const translatable = (): Interceptor => {
  const names = new Map<string, JsonValue>();
  const translate = interceptOperation(lens, { collection: 'tags' }, async ({ query, request, address }, send) => {
    const key = `${address} ${query.get(LANGUAGE) ?? ''}`;
    const plain = withoutParameter(request, LANGUAGE);
    const name = bodyOf(request)?.name;
    const isTranslation = request.method === 'PATCH' && name !== undefined;
    if (isTranslation) names.set(key, name);
    const outcome = await send(isTranslation ? { method: 'GET', target: plain.target, headers: [] } : plain);
    return lens.editRecord('tags', outcome, (record) => ({ ...record, name: names.get(key) ?? record.name ?? null }));
  });
  return (request, next) => translate(request, (sent) => next(withoutParameter(sent, LANGUAGE)));
};

const deafLists = (...ids: readonly OperationId[]): Interceptor =>
  interceptOperations(
    lens,
    ids.map((id) => ({ id })),
    ({ request, query }, next) => next(query.has(LANGUAGE) ? withParameter(request, LANGUAGE, 'nl') : request),
  );

const honest: Interceptor = (request, next) => next(request);

test.each([
  ['one', 'one', 'records belong to one', honest],
  ['one', 'one', 'a single list of posts shows all', deafLists('venues.list')],
  ['one', 'one', 'a single list of terms shows all', deafLists('tags.list')],
  ['one', 'no-effect', 'all lists of terms show all', deafLists('tags.list', 'categories.list')],
  ['no-effect', 'no-effect', 'languages are ignored', ignored],
  ['fallback', 'fallback', 'records are shown in every one', translated],
  ['fallback', 'fallback', 'records can be translated', translatable()],
] as const)('learns %s of posts and %s of terms where %s', async (posts, terms, _, intercept) => {
  const on = await onTrial({ intercept });
  const { choices } = on.opened.profile;
  expect([choices['language.belonging'], choices['language.terms']]).toEqual([posts, terms]);
  await on.close();
});

/** Lists under any segment show the records that are made in a language. */
const deafSegments = (choice: Choice): Interceptor =>
  interceptOperation(lens, choice, ({ request }, next) =>
    next(segmentOf(request) ? withParameter(request, LANGUAGE, 'nl') : request),
  );

const monolingual: Interceptor = (request, next) => next(withoutLanguage(request, lens));

test.each([
  ['as-parameter', 'both separate', honest],
  ['as-parameter', 'neither does', monolingual],
  ['as-parameter', 'a single list under segments shows all', deafSegments({ id: 'venues.list' })],
  ['every-language', 'the parameter alone separates', deafSegments({ kind: 'list' })],
  ['own-language', 'segments alone separate', translated],
] as const)('learns that lists under a segment select %s where %s', async (lists, _, intercept) => {
  const on = await onTrial({ intercept });
  expect(on.opened.profile.choices['language.segment-lists']).toBe(lists);
  await on.close();
});

test('makes two records of each kind in a language, and deletes them again', async () => {
  const on = await onTrial();
  const { localized } = on.opened.world;
  const kinds = localized.map(({ ref }) => ref.ref).toSorted();
  expect(kinds).toEqual(collections.flatMap((collection) => [collection, collection]).toSorted());
  expect(new Set(localized.map(({ language }) => language)).size).toBe(1);
  expect(await on.close()).toEqual([]);
  expect(Object.values(on.counts())).toEqual([0, 0, 0, 0, 0]);
});

test.each([
  ['nl', 'English', undefined],
  ['de', 'Dutch', dutchByDefault.create(1, lens, createVirtualClock(0))],
])('makes them in %s where the default is %s', async (language, _, intercept) => {
  const on = await onTrial(intercept ? { intercept } : {});
  expect(on.opened.world.localized.map((one) => one.language)).toContain(language);
  await on.close();
});
