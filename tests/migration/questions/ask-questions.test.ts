import { expect, test } from 'vitest';
import { blankProfile } from '../../../adapter/profile/target-profile.js';
import type { Collection } from '../../../contract/resources.js';
import type { Reader } from '../../../migration/capture/snapshot-reader.js';
import { askQuestions } from '../../../migration/questions/ask-questions.js';
import type { Question } from '../../../migration/questions/question.js';
import type { WireRequest } from '../../../wire/exchange.js';

const profile = blankProfile({ root: '', namespace: 'vendor/events/v1', languageParameter: 'ml_language' });

interface Answer {
  readonly status: number;
  readonly total?: number;
}

/** A reader that counts what it sends; an answer has a total alone. */
function readerOf(answer: (request: WireRequest, sent: number) => Answer) {
  let sent = 0;
  const reader: Reader = {
    profile,
    origin: 'http://127.0.0.1',
    identities: [],
    page: () => Promise.reject(new Error('no list is read')),
    async send(request) {
      sent += 1;
      const { status, total } = answer(request, sent);
      const body = Buffer.from(JSON.stringify({ items: [], total }));
      const headers = [
        ['content-type', 'application/json'],
        ['x-total', String(total)],
      ] as const;
      const outcome = { kind: 'response', response: { status, headers, body } } as const;
      return { number: sent, phase: 'check', request, outcome, ms: 1 };
    },
  };
  return { reader, sent: () => sent };
}

const questionsOf = (collection: Collection, count: number): readonly Question[] =>
  Array.from({ length: count }, (_, index) => ({ collection, language: '', query: { per_page: String(index + 1) } }));

async function askAll(reader: Reader, questions: readonly Question[]) {
  const all: unknown[] = [];
  for await (const some of askQuestions(reader, questions)) all.push(...some);
  return {
    kept: all.filter((one) => one !== undefined).length,
    omitted: all.filter((one) => one === undefined).length,
  };
}

test('where answers are steady, one in eight questions is asked twice besides', async () => {
  const { reader, sent } = readerOf(() => ({ status: 404 }));
  expect(await askAll(reader, questionsOf('tags', 160))).toEqual({ kept: 160, omitted: 0 });
  expect(sent()).toBe(160 + 2 * 20);
});

test('where one answer of a collection changes, its questions are asked twice, and those of others are not', async () => {
  const { reader, sent } = readerOf(({ target }, count) => ({
    status: target.includes('/tags') ? 400 + (count % 7) : 404,
  }));
  expect(await askAll(reader, [...questionsOf('tags', 8), ...questionsOf('venues', 8)])).toEqual({
    kept: 8,
    omitted: 8,
  });
  expect(sent()).toBe(16 + 4 + 8);
});

test('a server error that is over is no answer, and one that stays is', async () => {
  const once = readerOf((_, count) => ({ status: count === 5 ? 503 : 404 }));
  expect(await askAll(once.reader, questionsOf('tags', 8))).toEqual({ kept: 7, omitted: 1 });
  const always = readerOf(() => ({ status: 500 }));
  expect(await askAll(always.reader, questionsOf('tags', 8))).toEqual({ kept: 8, omitted: 0 });
});
