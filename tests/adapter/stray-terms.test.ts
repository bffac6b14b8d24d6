import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sweep } from '../../adapter/journal-sweep.js';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import { MARK, type Payload } from '../../generators/wire-value.js';
import { parseJournal } from '../../wire/journal/journal-reader.js';
import { openJournal } from '../../wire/journal/journal.js';
import { creatingTerms, textsInObjects } from '../../zoo/intercept/named-terms.js';
import { createWireView } from '../../zoo/intercept/wire-view.js';
import { prepareOpening } from './opening.js';

const site = { namespace: 'vendor/events/v1', languageParameter: 'ml_language' };
const creating = creatingTerms(textsInObjects)(1, createWireView({ ...site, shapes: {} }));
const worldFile = completeWorld as WorldFile;

/** An event with an object among its categories, and another one among its tags. */
const event: Payload = {
  title: `Own ${MARK}`,
  start_date: '2031-05-01 10:00:00',
  end_date: '2031-05-01 11:00:00',
  categories: { unexpected: `abc ${MARK}` },
  tags: [{ unexpected: `abc ${MARK}` }],
};

test('terms that a body made besides its event are deleted, and those of others are not', async () => {
  const { open, counts } = await prepareOpening({ worldFile, intercept: creating });
  const before = counts();
  const opened = await open();
  const { scope, subject } = opened.open();
  const during = counts();
  await subject.calendar.create('events', event);
  expect(counts()).toEqual({
    ...during,
    events: (during.events ?? 0) + 1,
    categories: (during.categories ?? 0) + 1,
    tags: (during.tags ?? 0) + 1,
  });
  await scope.close();
  expect(await opened.close()).toEqual([]);
  expect(counts()).toEqual(before);
});

test('a sweep deletes them too, by the token of their event', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'calproof-stray-')), 'journal.ndjson');
  const journal = await openJournal(path, {});
  onTestFinished(async () => void (await journal.close()));
  const { open, send, counts } = await prepareOpening({ worldFile, intercept: creating, journal });
  const before = counts();
  const opened = await open();
  await opened.open().subject.calendar.create('events', event);
  const content = parseJournal(await readFile(path, 'utf8'), path);
  const swept = await sweep({ meta: { ...site, root: '', origin: 'x', marker: opened.marker }, content, send });
  expect([swept.left, swept.foreign]).toEqual([[], []]);
  expect(counts()).toEqual(before);
});
