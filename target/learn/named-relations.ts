import { eventRelations, type Relation, relations, resourceOf } from '../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../harness/json.js';
import { findField } from '../discover.js';
import type { Shapes } from '../profile.js';
import { isEmpty } from '../shown-values.js';
import { walk } from '../walk.js';
import type { Built } from '../world/build.js';
import type { Capability } from './capabilities.js';
import type { Observed } from './sighted.js';

/** The events of a world, each as often as it was shown. */
export const eventsIn = (sighted: Observed, world: readonly Pick<Built, 'draft' | 'id'>[]): readonly JsonObject[] =>
  world.flatMap(({ draft, id }) => (draft.ref.ref === 'events' && id !== undefined ? sighted.of('events', id) : []));

/** The relations in which some event shows the name of what it is linked to, as ids and references do not. */
export function namedRelations(events: readonly JsonObject[], shapes: Shapes): readonly Capability[] {
  const isNamed = (relation: Relation): boolean => {
    const path = shapes.events?.fields[relation]?.path;
    const { label } = resourceOf(eventRelations[relation]);
    return path !== undefined && events.some((event) => holdsField(valueAt(event, path), label));
  };
  return relations.filter(isNamed).map((relation) => `named.${relation}` as const);
}

/** Whether a value, or what is listed in it, shows a field: bare, or below what wraps it. */
function holdsField(value: JsonValue | undefined, field: string): boolean {
  if (isJsonArray(value)) return value.some((one) => holdsField(one, field));
  return [...walk(value ?? null)].some(({ value: inner }) =>
    isJsonArray(inner) ? holdsField(inner, field) : isJsonObject(inner) && showsField(inner, field),
  );
}

function showsField(record: JsonObject, field: string): boolean {
  const path = findField(record, field);
  return path !== undefined && !isEmpty(valueAt(record, path));
}
