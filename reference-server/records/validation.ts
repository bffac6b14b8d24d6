import type { Field, Resource } from '../../contract/resources.js';
import type { Parameters } from '../http/parameter-values.js';
import type { Store } from '../store/store.js';
import {
  isRelation,
  type Links,
  type Relation,
  type StoredRecord,
  type Value,
  type Values,
} from '../store/stored-record.js';
import { checkField, type Lookups } from './field-checks.js';

/** What is wrong with fields that are each valid alone, by name: an end before the start, a category below itself. */
export function conflicts(sent: Values, old: StoredRecord | undefined, store: Store): Readonly<Record<string, string>> {
  return { ...timeConflict({ ...old?.values, ...sent }, sent), ...parentConflict(sent['parent'], old, store) };
}

function timeConflict({ start_date: start, end_date: end }: Values, sent: Values): Record<string, string> {
  if (typeof start !== 'string' || typeof end !== 'string' || end >= start) return {};
  return 'end_date' in sent
    ? { end_date: 'must not be before the start' }
    : { start_date: 'must not be after the end' };
}

function parentConflict(
  parent: Value | undefined,
  old: StoredRecord | undefined,
  store: Store,
): Record<string, string> {
  for (let above = parent; typeof above === 'number'; above = store.get(above)?.values['parent']) {
    if (above === old?.id) return { parent: 'must not be the category itself or below it' };
  }
  return {};
}

/** The declared fields of a body in their declared types; `problems` maps each bad name to what is wrong. */
export interface Validated {
  readonly values: Values;
  readonly links: Partial<Links>;
  /** The slug that is asked for; null asks for one made from the name. */
  readonly slug?: string | null;
  readonly problems: Readonly<Record<string, string>>;
}

interface Circumstances {
  readonly creating: boolean;
  readonly lookups: Lookups;
}

/** Validates a body against the resource's field table. Fields that it does not declare are ignored. */
export function validateFields(resource: Resource, body: Parameters, { creating, lookups }: Circumstances): Validated {
  const kept = new Map<string, Value | readonly number[]>();
  const problems: Record<string, string> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const sent = body.get(name);
    if (isMissing(field, sent, creating)) problems[name] = 'is required';
    else if (sent !== undefined) {
      const checked = checkField(name, field, sent, lookups);
      if ('problem' in checked) problems[name] = checked.problem;
      else kept.set(name, checked.value);
    }
  }
  return { ...separate(kept), problems };
}

const isMissing = (field: Field, sent: unknown, creating: boolean): boolean =>
  field.required === true && (sent === null || (creating && sent === undefined));

function separate(kept: ReadonlyMap<string, Value | readonly number[]>): Omit<Validated, 'problems'> {
  const values: Record<string, Value> = {};
  const links: Partial<Record<Relation, readonly number[]>> = {};
  for (const [name, value] of kept) {
    if (typeof value !== 'object' || value === null) values[name] = value;
    else if (isRelation(name)) links[name] = value;
  }
  const { slug, ...scalars } = values;
  return { values: scalars, links, ...(slug !== undefined && { slug: slug === null ? null : String(slug) }) };
}
