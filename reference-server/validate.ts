import type { Field, Resource } from '../contract/field.js';
import type { Lookups } from './checks.js';
import { checkField } from './field-checks.js';
import type { Parameters } from './parameters.js';
import { type Links, type Relation, type Value, type Values, isRelation } from './store/record.js';

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
