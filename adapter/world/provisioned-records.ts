import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import type { WorldFile, WorldRecord } from '../../contract/world-file.js';
import type { Calendar } from '../calendar/calendar.js';
import { isSameText } from '../notation/text-form.js';
import type { Shown } from '../reading/lens.js';
import { unfilteredFor } from '../reading/record-queries.js';
import { fieldIn } from '../reading/shape-discovery.js';
import { tryBrowse } from '../reading/try-browse.js';
import type { Provisioned } from './world.js';

const recordsOf = (file: WorldFile, collection: Collection): readonly WorldRecord[] => file[collection] ?? [];

/** Finds the records of a world file on the target: those without an id by name. */
export async function findProvisioned(calendar: Calendar, file: WorldFile): Promise<Provisioned> {
  const ids = new Map<string, string>();
  for (const collection of collections)
    for (const [record, id] of await findRecords(calendar, collection, recordsOf(file, collection)))
      ids.set(`${collection}/${record.key}`, id);
  return { file, idOf: (collection, key) => ids.get(`${collection}/${key}`) };
}

type Found = readonly [record: WorldRecord, id: string];

async function findRecords(
  calendar: Calendar,
  collection: Collection,
  records: readonly WorldRecord[],
): Promise<readonly Found[]> {
  const known = records.flatMap((record): readonly Found[] =>
    record.id === undefined ? [] : [[record, `${record.id}`]],
  );
  const nameless = records.filter(({ id }) => id === undefined);
  const found: Found[] = [];
  for (const language of new Set(nameless.map((record) => record.language))) {
    const via = language === undefined ? {} : { language };
    // Requirements judge a list that fails; here it only finds less.
    const items = (await tryBrowse(calendar, collection, unfilteredFor(calendar.profile, collection), via)) ?? [];
    for (const record of nameless.filter((one) => one.language === language)) {
      const id = matching(items, collection, record)?.id;
      if (id !== undefined) found.push([record, id]);
    }
  }
  return [...known, ...found];
}

function matching(items: readonly Shown[], collection: Collection, record: WorldRecord): Shown | undefined {
  const { label } = resourceOf(collection);
  return items.find(({ json }) => {
    const shown = fieldIn(json, label);
    // The text form is not learned from records of others.
    return typeof shown === 'string' && isSameText('markup', String(record[label]), shown);
  });
}

/** The provisioned records without a world file. */
export const nothingProvisioned: Provisioned = { file: {}, idOf: () => undefined };
