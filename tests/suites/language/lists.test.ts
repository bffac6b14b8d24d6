import { describe, expect, test } from 'vitest';
import { collections } from '../../../contract/resources.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { interceptOperation } from '../../../zoo/intercept/intercept-operation.js';
import { segmentOf, withoutParameter, withParameter } from '../../../zoo/intercept/request-edit.js';
import { toRefusal } from '../../../zoo/intercept/response-edit.js';
import { all, lens, outcomesFromTheStart, underFaults } from '../under-fault.js';

const judge = underFaults();
const LANGUAGE = 'ml_language';

/** The parameter is accepted everywhere and does nothing. */
const ignored: Interceptor = (request, next) =>
  next({
    ...withoutParameter(request, LANGUAGE),
    target: withoutParameter(request, LANGUAGE).target.replace(/^\/(nl|de|fr)\//, '/'),
  });

describe.each(collections)('languages of %s', (collection) => {
  test('one verb refuses them', async () => {
    const refused = interceptOperation(lens, { id: `${collection}.update.put` }, async ({ request, query }, next) =>
      query.has(LANGUAGE) ? toRefusal(400) : next(request),
    );
    expect(await judge(refused, `${collection}.life-cycle.language`)).toMatchObject({ outcome: 'failed' });
  });

  test('lists show those of all', async () => {
    const mixed = interceptOperation(lens, { id: `${collection}.list` }, async ({ request, query }, next) =>
      next(query.has(LANGUAGE) ? withParameter(request, LANGUAGE, 'nl') : request),
    );
    expect(await judge(mixed, `${collection}.list.other-languages`)).toMatchObject({ outcome: 'failed' });
    expect(await judge(mixed, `${collection}.list.own-language`)).toMatchObject({ outcome: 'passed' });
  });

  test('a path segment selects none', async () => {
    const deaf = interceptOperation(lens, { id: `${collection}.list` }, ({ request }, next) =>
      next({ ...request, target: request.target.replace(/^\/(nl|de|fr)\//, '/') }),
    );
    expect(await judge(deaf, `${collection}.list.segment`)).toMatchObject({ outcome: 'failed' });
  });
});

const listRules = (...rules: readonly string[]): readonly string[] =>
  collections.flatMap((collection) => rules.map((rule) => `${collection}.list.${rule}`));

test('a record that was created in a language is missed when it is in another', async () => {
  const english = interceptOperation(lens, { kind: 'create' }, ({ request }, next) =>
    next(withParameter(request, LANGUAGE, 'en')),
  );
  const ids = listRules('own-language');
  expect(await outcomesFromTheStart(english, ids)).toEqual(all('failed', ids));
});

test('languages may be ignored everywhere alike', async () => {
  const ids = listRules('own-language', 'other-languages', 'segment');
  expect(await outcomesFromTheStart(ignored, ids)).toEqual(all('passed', ids));
});

test('lists under segments may select the same of all collections, whatever the parameter selects', async () => {
  const ofAll = interceptOperation(lens, { kind: 'list' }, ({ request }, next) =>
    next(segmentOf(request) ? withParameter(request, LANGUAGE, 'nl') : request),
  );
  const ids = [...listRules('own-language', 'other-languages', 'segment'), 'tags.list.segment-and-parameter'];
  const outcomes = { ...all('passed', ids), 'tags.list.segment-and-parameter': 'inapplicable' };
  expect(await outcomesFromTheStart(ofAll, ids)).toEqual(outcomes);
});

test('languages without any effect deserve a remark', async () => {
  expect(await judge(ignored, 'tags.list.language-effect')).toMatchObject({ outcome: 'failed' });
});
