import type { Collection } from '../../contract/field.js';
import { eventRelations } from '../../contract/resources.js';
import type { WorldRecord as FileRecord, WorldValue } from '../../contract/world-file.js';
import { type Payload, type Ref, ref, type WireValue } from '../../generators/wire.js';

const relations = new Map<string, Collection>([...Object.entries(eventRelations), ['parent', 'categories']]);

/** Of the file alone: they are no fields. */
const keeping = ['key', 'id', 'language'];

/** A record of a world file as a payload holds it: keys become references, by default those of the file. */
export function toPayload(record: FileRecord, toRef: (collection: Collection, key: string) => Ref = ref): Payload {
  const entries = Object.entries(record).flatMap(([name, value]): [string, WireValue][] =>
    value === undefined || keeping.includes(name) ? [] : [[name, toWire(name, value, toRef)]],
  );
  return Object.fromEntries(entries);
}

function toWire(name: string, value: WorldValue, toRef: typeof ref): WireValue {
  const collection = relations.get(name);
  if (!collection || value === null) return value;
  const refs = [value].flat().map((key) => toRef(collection, String(key)));
  return Array.isArray(value) ? refs : (refs[0] ?? null);
}
