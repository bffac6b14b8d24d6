import { expect, test } from 'vitest';
import { mildTextsFor, richTextsFor } from '../../../generators/rich-texts.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { toText } from '../../../wire/message-body.js';
import { editJson, mapTexts, toRefusal } from '../../../zoo/intercept/response-edit.js';
import { onTrial } from '../../suites/on-trial.js';

/** The texts that are learned to be kept of venues, where bodies with some words in them are refused. */
async function keptWithout(words?: string) {
  const intercept: Interceptor = (request, next) => {
    const body = request.method === 'POST' && request.body ? toText(request.body) : '';
    return words !== undefined && body.includes(words) ? Promise.resolve(toRefusal(422)) : next(request);
  };
  const { opened, close } = await onTrial({ intercept });
  await close();
  return opened.profile.keptTexts.venues ?? {};
}

test('all texts are kept by a target that takes any', async () => {
  const { city, zip } = await keptWithout();
  expect(city).toEqual(richTextsFor('venues', 'city'));
  expect(zip).toEqual(richTextsFor('venues', 'zip'));
});

test('where line breaks in a line are refused, milder texts are tried', async () => {
  const { city, zip } = await keptWithout('second line | end","phone');
  expect(city).toEqual(mildTextsFor('venues', 'city'));
  expect(zip).toBeUndefined();
});

test('where any of them is refused, none is known to be kept', async () => {
  expect(await keptWithout('Trial | ')).toEqual({});
});

test('what no reading restores beside the others is not kept', async () => {
  const escapeOnce = (text: string): string => text.replace(/&(?!\w+;|#)/g, '&#038;');
  const intercept: Interceptor = async (request, next) =>
    editJson(await next(request), (body) => mapTexts(body, escapeOnce));
  const { opened, close } = await onTrial({ intercept });
  await close();
  const kept = opened.profile.keptTexts.organizers?.organizer ?? [];
  expect(richTextsFor('organizers', 'organizer').filter((text) => !kept.includes(text))).toEqual(['R&B/soul']);
});
