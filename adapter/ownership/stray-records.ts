import { type Collection, eventRelations, relations } from '../../contract/resources.js';
import { isJsonObject } from '../../wire/json.js';
import { parseJson, toText } from '../../wire/message-body.js';
import type { CalendarReader } from '../reading/browse.js';
import { unfilteredFor } from '../reading/record-queries.js';
import { tryBrowse } from '../reading/try-browse.js';
import { holdsToken } from './marker.js';
import type { OwnRecord } from './registry.js';

/**
 * The collections in which a body of an event may make records besides the event: some services read a text among its
 * relations as the name of a term. Only a text with the marker of the run shows later that the record is ours.
 */
export function namedIn(path: string, body: Uint8Array, marker: string): readonly Collection[] {
  const json = path.startsWith('/events') ? parseJson(toText(body)) : undefined;
  if (!isJsonObject(json)) return [];
  const isNamed = (relation: (typeof relations)[number]): boolean =>
    holdsToken(JSON.stringify(json[relation] ?? null), marker);
  return relations.filter(isNamed).map((relation) => eventRelations[relation]);
}

/** How the records of a run are searched for, and recognized by their text. */
interface StrayOptions {
  readonly marker: string;
  readonly isOurs: (text: string) => boolean;
}

/** The records of collections that lists show as ours. */
export async function findStrays(
  calendar: CalendarReader,
  suspected: Iterable<Collection>,
  { marker, isOurs }: StrayOptions,
): Promise<readonly OwnRecord[]> {
  const found = [...suspected].map(async (collection) => {
    const query = { ...unfilteredFor(calendar.profile, collection), search: marker };
    const shown = (await tryBrowse(calendar, collection, query)) ?? [];
    const ours = shown.filter(({ json }) => isOurs(JSON.stringify(json)));
    return ours.map(({ id }): OwnRecord => ({ collection, id, proven: true }));
  });
  return (await Promise.all(found)).flat();
}
