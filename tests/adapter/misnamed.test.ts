import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sweep } from '../../adapter/journal-sweep.js';
import type { Interceptor } from '../../wire/exchange.js';
import { parseJournal } from '../../wire/journal/journal-reader.js';
import { openJournal } from '../../wire/journal/journal.js';
import { prepareOpening } from './opening.js';
import { pathOf } from './other-targets.js';

/** Shows one id for all tags, until it is mended. */
function misnaming(id: number) {
  let isMended = false;
  const intercept: Interceptor = async (request, next) => {
    const outcome = await next(request);
    if (isMended || !pathOf(request).startsWith('/tags') || outcome.kind !== 'response') return outcome;
    const text = Buffer.from(outcome.response.body).toString();
    const body = Buffer.from(text.replaceAll(/"id":\d+/g, `"id":${id}`));
    return { ...outcome, response: { ...outcome.response, body } };
  };
  const mend = (): void => {
    isMended = true;
  };
  return { intercept, mend };
}

test.each([
  ['of none', 999_999],
  ['of the first', 1],
])('records that all have the id %s are reported as left, and a sweep finds them by their tokens', async (_, id) => {
  const folder = mkdtempSync(join(tmpdir(), 'calproof-misnamed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'run.ndjson');
  const journal = await openJournal(path, {});
  onTestFinished(async () => void (await journal.close()));
  const { intercept, mend } = misnaming(id);
  const { open, counts, send } = await prepareOpening({ intercept, journal });
  const before = counts();
  const opened = await open();
  expect(await opened.close()).toEqual([`tags/${id}`]);
  expect(counts().tags).toBeGreaterThan(1);
  mend();
  const content = parseJournal(readFileSync(path, 'utf8'), path);
  const site = {
    root: '',
    namespace: 'vendor/events/v1',
    languageParameter: 'ml_language',
    origin: 'http://127.0.0.1',
  };
  await sweep({ meta: { ...site, marker: opened.marker }, content, send });
  expect(counts()).toEqual(before);
});
