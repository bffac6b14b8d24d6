import type { JsonObject } from '../harness/json.js';
import { findId } from './find-id.js';
import { readTime } from './shown-time.js';

/** What services call a text within an object; of several, the plainest comes first. */
const names = ['plain', 'text', 'value', 'html'] as const;

/** Fields that are written as objects in ways of their own. */
const ownNotations: readonly string[] = ['cost', 'image'];

/** The name under which an object holds the text of a field: `rendered`, or the only one in `{ "en": "Concert" }`. */
export function textIn(field: string, value: JsonObject): string | undefined {
  const known = ['rendered', 'raw'].find((name) => value[name] !== undefined);
  // What has an id is a record, and no text.
  if (known || ownNotations.includes(field) || findId(value) || readTime(value)) return known;
  return names.find((name) => typeof value[name] === 'string') ?? onlyText(value);
}

function onlyText(value: JsonObject): string | undefined {
  const [only, ...others] = Object.keys(value);
  return only !== undefined && others.length === 0 && typeof value[only] === 'string' ? only : undefined;
}
