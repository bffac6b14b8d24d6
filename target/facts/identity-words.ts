import { isJsonObject, type JsonObject } from '../../harness/json.js';

/** What an identity may do, in words. */
export const identityInWords = (value: JsonObject): string =>
  [toReading(value), toCreating(value), toChanging(value)].filter((words) => words !== undefined).join('; ');

function toReading({ read, drafts }: JsonObject): string | undefined {
  if (read === undefined) return undefined;
  if (read === false) return 'may not read';
  return drafts === false ? 'reads, but no drafts' : 'reads';
}

function toCreating({ create }: JsonObject): string | undefined {
  if (!isJsonObject(create)) return undefined;
  const granted = Object.keys(create).filter((collection) => create[collection] === true);
  return granted.length === 0 ? 'may not create' : `creates ${granted.join(', ')}`;
}

const changes = ['update', 'delete'] as const;

function toChanging(value: JsonObject): string | undefined {
  const [granted, refused] = [true, false].map((may) => changes.filter((change) => value[change] === may));
  if (refused && refused.length > 0) return `may not ${refused.join(' or ')} what others made`;
  return granted && granted.length > 0 ? `may ${granted.join(' and ')} what others made` : undefined;
}
