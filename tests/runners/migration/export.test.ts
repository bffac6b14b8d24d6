import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { toText } from '../../../adapter/notation/shown-values.js';
import { snapshotOrder, type SnapshotRecord } from '../../../migration/snapshot/canonical-record.js';
import { createReferenceServer } from '../../../reference-server/index.js';
import { loadParquet } from '../../../runners/migration/parquet-file.js';
import { openSnapshot } from '../../../runners/migration/snapshot-file.js';
import { calproof, createTestEnvironment } from '../cli/console.js';
import { smallWorld } from '../small-world.js';
import { listen } from '../targets.js';

const fileOf = (path: string): ArrayBuffer => new Uint8Array(readFileSync(path)).buffer;

async function exportOf(world: typeof smallWorld) {
  const server = createReferenceServer({ world, zone: 'Europe/Amsterdam' });
  const { url } = await listen(server.handler);
  const { folder } = await calproof(`snapshot ${url} -o a.gz --questions none`);
  const done = await calproof('export a.gz -o records', { folder });
  expect(done.stderr).toBe('');
  const { records } = await openSnapshot('a.gz', createTestEnvironment({ folder }).environment);
  return { ...done, records, pathOf: (name: string) => join(folder, 'records', `${name}.parquet`) };
}

test('another reader finds every record in the tables, with its fields', async () => {
  const { code, stdout, folder, records, pathOf } = await exportOf(smallWorld);
  expect(code).toBe(0);
  expect(stdout).toContain('Wrote records/venues.parquet with 4 records.');
  expect(readdirSync(join(folder, 'records')).sort()).toEqual(
    snapshotOrder.map((name) => `${name}.parquet`).toSorted(),
  );
  for (const collection of snapshotOrder) {
    const rows = await parquetReadObjects({ file: fileOf(pathOf(collection)) });
    const expected: SnapshotRecord[] = [];
    for await (const record of records(collection)) expected.push(record);
    expect(rows.map(({ record }) => JSON.parse(String(record)))).toEqual(expected);
    expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  }
});

test('columns have the types of their fields', async () => {
  const { pathOf } = await exportOf(smallWorld);
  const [event] = await parquetReadObjects({ file: fileOf(pathOf('events')) });
  const { fields, lists } = JSON.parse(String(event?.['record'])) as SnapshotRecord;
  const local = new Date(`${toText(fields['start_date']).replace(' ', 'T')}Z`);
  expect(event).toMatchObject({
    title: fields['title'],
    cost: fields['cost'],
    featured: fields['featured'],
    start_date: local,
    venue: fields['venue'],
    categories: fields['categories'],
    lists,
  });
  const { schema } = parquetMetadata(fileOf(pathOf('events')));
  const typeOf = (name: string) => schema.find((one) => one.name === name)?.logical_type;
  expect(typeOf('start_date')).toMatchObject({ type: 'TIMESTAMP', isAdjustedToUTC: false });
  expect(typeOf('utc_start_date')).toMatchObject({ type: 'TIMESTAMP', isAdjustedToUTC: true });
});

test('a collection without records is a table without rows', async () => {
  const { stdout, pathOf } = await exportOf({ ...smallWorld, tags: [], events: [] });
  expect(stdout).toContain('Wrote records/tags.parquet with 0 records.');
  expect(await parquetReadObjects({ file: fileOf(pathOf('tags')) })).toEqual([]);
});

test('says that the writer is not installed, and what is no snapshot', async () => {
  const missing = Object.assign(new Error('no such package'), { code: 'ERR_MODULE_NOT_FOUND' });
  await expect(loadParquet(() => Promise.reject(missing))).rejects.toThrow(/run npm install .*hyparquet-writer/);
  const { code, stderr } = await calproof('export missing.gz -o records');
  expect([code, stderr]).toEqual([2, expect.stringContaining('missing.gz cannot be read as a snapshot')]);
});

test('says that the folder cannot be written to, and leaves nothing where it is interrupted', async () => {
  const server = createReferenceServer({ world: smallWorld, zone: 'Europe/Amsterdam' });
  const { url } = await listen(server.handler);
  const { folder } = await calproof(`snapshot ${url} -o a.gz --questions none`);
  const refused = await calproof('export a.gz -o a.gz', { folder });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('a.gz cannot be written to')]);
  const stopped = await calproof('export a.gz -o records', { folder, signal: AbortSignal.abort() });
  expect(stopped.code).toBe(130);
  expect(readdirSync(join(folder, 'records')).filter((name) => name.startsWith('events'))).toEqual([]);
});
