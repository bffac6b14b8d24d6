import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { sweep } from '../../adapter/journal-sweep.js';
import { byId } from '../../adapter/reading/paths.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { MARK } from '../../generators/wire-value.js';
import { parseJournal } from '../../wire/journal/journal-reader.js';
import { openJournal } from '../../wire/journal/journal.js';
import { prepareOpening } from './opening.js';
import { createTrash } from './trash.js';

const site = { root: '', namespace: 'vendor/events/v1', languageParameter: 'ml_language' };
const statuses = [200, 403, 404, 410] as const;

const make = (calendar: Calendar, collection: Collection) =>
  calendar.make(collection, { [resourceOf(collection).label]: `Own ${MARK}`, description: MARK });

/** Opens a target with a trash, lets an execution work on it, and closes it. */
async function closeAfter(status: (typeof statuses)[number], work: (calendar: Calendar) => Promise<void>) {
  const trash = createTrash(status);
  const { open, counts } = await prepareOpening({ intercept: trash.intercept });
  const before = Object.values(counts()).reduce((sum, count) => sum + count, 0);
  const opened = await open();
  const { scope, subject } = opened.open();
  await work(subject.calendar);
  await scope.close();
  await opened.close();
  const after = Object.values(counts()).reduce((sum, count) => sum + count, 0);
  if (!opened.cleanedUp) throw new Error('nothing was cleaned up');
  return { ...opened.cleanedUp, trash: trash.paths(), inServer: after - before };
}

describe.each(statuses)('with a trash that answers %d', (status) => {
  test('nothing is called left, and what is in the trash is called so where it can be seen', async () => {
    const { left, trashed, trash, inServer } = await closeAfter(status, async () => {});
    expect(left).toEqual([]);
    expect(inServer).toBe(trash.length);
    const seen = status === 200 || status === 403 ? trash.map((path) => path.slice(1)).toSorted() : [];
    expect(trashed.toSorted()).toEqual(seen);
  });

  test.each(['venues', 'tags'] as const)('of %s, what an update brought back is deleted again', async (collection) => {
    let own = '';
    const { left, trash } = await closeAfter(status, async (calendar) => {
      const { id } = await make(calendar, collection);
      own = `/${collection}/${id}`;
      await calendar.remove(collection, byId({ id }));
      await calendar.update(collection, byId({ id }), 'PATCH', { description: MARK });
    });
    expect(left).toEqual([]);
    expect(trash).toContain(own);
  });

  test('a sweep after a crash calls nothing left, and the same records trashed', async () => {
    const trash = createTrash(status);
    const path = join(await mkdtemp(join(tmpdir(), 'calproof-trash-')), 'journal.ndjson');
    const journal = await openJournal(path, {});
    onTestFinished(async () => void (await journal.close()));
    const { open, send } = await prepareOpening({ intercept: trash.intercept, journal });
    const opened = await open();
    const { subject } = opened.open();
    const [deleted, revived] = [await make(subject.calendar, 'venues'), await make(subject.calendar, 'venues')];
    for (const { id } of [deleted, revived]) await subject.calendar.remove('venues', byId({ id }));
    await subject.calendar.update('venues', byId({ id: revived.id }), 'PATCH', { description: MARK });
    const meta = { ...site, origin: 'http://127.0.0.1', marker: opened.marker };
    const content = parseJournal(await readFile(path, 'utf8'), path);
    const swept = await sweep({ meta, content, send });
    expect([swept.left, swept.foreign]).toEqual([[], []]);
    expect(trash.paths()).toContain(`/venues/${revived.id}`);
    const settled = content.intents.filter(({ gone }) => gone).map(({ record }) => JSON.stringify(record));
    const isOpen = (name: string): boolean => {
      const [collection, id] = name.split('/');
      return !settled.includes(JSON.stringify({ collection, id }));
    };
    const inTrash = trash
      .paths()
      .map((one) => one.slice(1))
      .filter(isOpen);
    expect(swept.trashed.toSorted()).toEqual(status === 200 || status === 403 ? inTrash.toSorted() : []);
  });

  test('what a second DELETE removed for good is not in the trash', async () => {
    let own = '';
    const { left, trashed, deleted, trash, inServer } = await closeAfter(status, async (calendar) => {
      const { id } = await make(calendar, 'venues');
      own = `venues/${id}`;
      await calendar.remove('venues', byId({ id }));
      await calendar.remove('venues', byId({ id }));
    });
    expect([left, trashed.includes(own), trash.includes(`/${own}`)]).toEqual([[], false, false]);
    expect(inServer).toBe(trash.length);
    expect(deleted).toBeGreaterThan(0);
  });
});
