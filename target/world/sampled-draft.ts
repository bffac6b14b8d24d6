import type { Collection, Field } from '../../contract/field.js';
import { eventRelations, resourceOf } from '../../contract/resources.js';
import { type Payload, ref, type WireValue } from '../../generators/wire.js';
import { type JsonObject, type JsonValue, valueAt } from '../../harness/json.js';
import { idsIn, isReadable } from '../agreement.js';
import { findField } from '../discover.js';
import { readTime } from '../shown-time.js';
import type { Bindings } from './bindings.js';
import type { Draft } from './draft.js';
import { isWallClock } from './wall-clock.js';

export interface SampledRecord {
  readonly collection: Collection;
  readonly id: string;
  readonly json: JsonObject;
}

/** An existing record as if we had made it: what it shows is what was sent. Relations to what is not bound are left out. */
export function toDraft({ collection, id, json }: SampledRecord, bindings: Bindings): Draft {
  const entries = Object.entries(resourceOf(collection).fields).flatMap(([name, field]): [string, WireValue][] => {
    const path = findField(json, name);
    const value = path && toPayloadValue({ collection, name, field, bindings }, valueAt(json, path));
    return value === undefined ? [] : [[name, value]];
  });
  const payload: Payload = Object.fromEntries(entries);
  return { ref: ref(collection, id), payload };
}

interface SampledField {
  readonly collection: Collection;
  readonly name: string;
  readonly field: Field;
  readonly bindings: Bindings;
}

/** The local time that is shown; undefined for an instant, as it is not known on whose clock the event is. */
function toLocal(shown: JsonValue | undefined): string | undefined {
  const time = readTime(shown);
  return time && !time.isUtc && isWallClock(time.wall) ? time.wall : undefined;
}

/** A shown value as a payload would hold it; undefined for what is empty or not of the field's kind. */
function toPayloadValue(
  { collection, name, field, bindings }: SampledField,
  shown: JsonValue | undefined,
): WireValue | undefined {
  if (shown !== undefined && !isReadable(collection, name, shown)) return undefined;
  const relation = Object.entries(eventRelations).find(([relationName]) => relationName === name)?.[1];
  if (collection === 'events' && relation) {
    const refs = idsIn(shown).map((id) => ref(relation, id));
    return refs.filter(bindings.has);
  }
  if (name === 'start_date' || name === 'end_date') return toLocal(shown);
  if (name === 'parent')
    return idsIn(shown)
      .map((id) => ref(collection, id))
      .find(bindings.has);
  if (field.type === 'boolean') return typeof shown === 'boolean' ? shown : undefined;
  return typeof shown === 'string' && shown !== '' ? shown : undefined;
}
