import { rename, rm } from 'node:fs/promises';
import type * as parquet from 'hyparquet-writer';
import type { Collection } from '../../contract/resources.js';
import { type Column, columnsOf, type ColumnType } from '../../migration/export/record-columns.js';
import type { SnapshotRecord } from '../../migration/snapshot/canonical-record.js';
import { version } from '../../wire/package.js';
import { wrongUse } from '../input/command-error.js';
import { loadOptional } from '../input/optional-package.js';

type Parquet = typeof parquet;

/** Loads the writer here and nowhere else: who exports nothing need not have it. Throws a wrong use where it is missing. */
export const loadParquet = (load: () => Promise<Parquet> = () => import('hyparquet-writer')): Promise<Parquet> =>
  loadOptional(load, () =>
    wrongUse('Parquet requires the package hyparquet-writer; run npm install --save-dev hyparquet-writer.'),
  );

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;

const toTimestamp = (isAdjustedToUTC: boolean) =>
  ({ type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC, unit: 'MILLIS' } }) as const;

/** What stands for each type in a schema, after the name of its column. */
const elements: Readonly<Record<Exclude<ColumnType, 'texts'>, Omit<parquet.SchemaElement, 'name'>>> = {
  text: TEXT,
  flag: { type: 'BOOLEAN' },
  number: { type: 'INT64' },
  'local time': toTimestamp(false),
  time: toTimestamp(true),
};

function toElements({ name, type }: Column): readonly parquet.SchemaElement[] {
  if (type !== 'texts') return [{ name, repetition_type: 'OPTIONAL', ...elements[type] }];
  return [
    { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', ...TEXT },
  ];
}

const toSchema = (columns: readonly Column[]): parquet.SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.flatMap(toElements),
];

/** What a file is written from. */
interface TableOptions {
  readonly collection: Collection;
  readonly records: AsyncIterable<SnapshotRecord>;
  readonly path: string;
}

/** Records that are held in memory at a time: a row group. */
const GROUP = 5_000;

/** Writes the records of one collection as a Parquet file, which exists only when it is complete; gives their number. */
export async function writeTable(
  { fileWriter, ParquetWriter }: Parquet,
  { collection, records, path }: TableOptions,
): Promise<number> {
  const part = `${path}.part`;
  const columns = columnsOf(collection);
  try {
    const writer = new ParquetWriter({
      writer: fileWriter(part),
      schema: toSchema(columns),
      createdBy: `calproof ${version}`,
    });
    let count = 0;
    for await (const group of toGroups(records)) {
      count += group.length;
      await writer.write({ columnData: toData(columns, group), rowGroupSize: GROUP });
    }
    await writer.finish();
    await rename(part, path);
    return count;
  } finally {
    await rm(part, { force: true });
  }
}

const toData = (columns: readonly Column[], records: readonly SnapshotRecord[]): parquet.ColumnSource[] =>
  columns.map(({ name, valueOf }) => ({ name, data: records.map(valueOf) }));

async function* toGroups(records: AsyncIterable<SnapshotRecord>): AsyncGenerator<readonly SnapshotRecord[]> {
  let group: SnapshotRecord[] = [];
  for await (const record of records) {
    group.push(record);
    if (group.length < GROUP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
