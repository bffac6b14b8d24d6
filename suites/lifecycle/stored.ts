import { updateVerbs } from '../../contract/operation.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../harness/json.js';
import { isCollection } from '../../target/claim.js';
import type { Action, Links, Name } from './action.js';

/** The actions that a report holds; undefined for anything else. */
export const storedActions = (stored: JsonValue): readonly Action[] | undefined =>
  isJsonArray(stored) && stored.every(isAction) ? stored : undefined;

const isName = (value: unknown): value is Name =>
  typeof value === 'string' && /^[a-z]+\/\d+$/.test(value) && isCollection(value.split('/')[0]);

const isLinks = (value: unknown): value is Links =>
  typeof value === 'object' && value !== null && Object.values(value).every((names) => areNames(names));

const areNames = (value: unknown): boolean => Array.isArray(value) && value.every(isName);

const isAddressing = (value: unknown): boolean => value === 'id' || value === 'slug';

const isUpdate = ({ verb, by, fields, links }: Record<string, unknown>): boolean =>
  updateVerbs.some((one) => one === verb) && isAddressing(by) && Array.isArray(fields) && isLinks(links);

function isAction(value: unknown): value is Action {
  if (!isJsonObject(value as JsonValue)) return false;
  const { name, by, links, after, ...rest } = value as Record<string, unknown>;
  if (!isName(name)) return false;
  if (rest.do === 'create') return isLinks(links) && (after === undefined || isName(after));
  return rest.do === 'delete' ? isAddressing(by) : rest.do === 'update' && isUpdate({ ...rest, by, links });
}
