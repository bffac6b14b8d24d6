import type { Collection } from '../contract/field.js';
import { collections, resourceOf } from '../contract/resources.js';
import type { WorldFile, WorldRecord } from '../contract/world-file.js';
import type { Calendar } from './calendar.js';
import { findField } from './discover.js';
import { valueAt } from '../harness/json.js';
import type { Shown } from './lens.js';
import { isSameText } from './text.js';
import { tryBrowse } from './try-browse.js';
import { unfilteredFor } from './unfiltered.js';
import type { Provisioned } from './world/world.js';

const recordsOf = (file: WorldFile, collection: Collection): readonly WorldRecord[] => file[collection] ?? [];

/** Finds the records of a world file on the target, by the field that names them, language by language. */
export async function findProvisioned(calendar: Calendar, file: WorldFile): Promise<Provisioned> {
  const ids = new Map<string, string>();
  for (const collection of collections) {
    const languages = new Set(recordsOf(file, collection).map(({ language }) => language));
    for (const language of languages) {
      const via = language === undefined ? {} : { language };
      // A list that fails is for the requirements to judge; here it only finds less.
      const items = (await tryBrowse(calendar, collection, unfilteredFor(calendar.profile, collection), via)) ?? [];
      for (const record of recordsOf(file, collection)) {
        const id = record.id === undefined ? matching(items, collection, record)?.id : String(record.id);
        if (id !== undefined) ids.set(`${collection}/${record.key}`, id);
      }
    }
  }
  return { file, idOf: (collection, key) => ids.get(`${collection}/${key}`) };
}

function matching(items: readonly Shown[], collection: Collection, record: WorldRecord): Shown | undefined {
  const { label } = resourceOf(collection);
  return items.find(({ json }) => {
    const path = findField(json, label);
    const shown = path && valueAt(json, path);
    // How this field writes text is not learned from records that others made.
    return typeof shown === 'string' && isSameText('markup', String(record[label]), shown);
  });
}

/** What is provisioned where no world file says anything. */
export const nothingProvisioned: Provisioned = { file: {}, idOf: () => undefined };
