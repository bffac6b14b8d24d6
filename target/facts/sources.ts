import type { Collection } from '../../contract/field.js';
import type { ReadingId } from '../../contract/readings.js';
import { type JsonObject, type JsonValue, valueAt } from '../../harness/json.js';
import { idText } from '../find-id.js';
import type { TargetProfile } from '../profile.js';
import type { Built } from '../world/build.js';
import type { ReadExchange } from './told.js';

/** What facts are drawn from: nothing is sent for them that was not sent to learn the target. */
export interface FactSources {
  readonly profile: TargetProfile;
  readonly exchanges: readonly ReadExchange[];
  /** The records that were made; none in a sampled world. */
  readonly built: readonly Built[];
  /** The readings about which something was learned, and the alternative; undefined where none fits. */
  readonly readings: ReadonlyMap<ReadingId, string | undefined>;
}

/** The exchanges about a collection, those of one deed if wanted. */
export const exchangesOf = (
  { exchanges }: Pick<FactSources, 'exchanges'>,
  collection: Collection,
  ...deeds: readonly string[]
): readonly ReadExchange[] =>
  exchanges.filter(
    ({ about }) => about?.collection === collection && (deeds.length === 0 || deeds.includes(about.deed)),
  );

/** The id of a record as text; empty when it shows none. */
export const idIn = ({ profile }: Pick<FactSources, 'profile'>, collection: Collection, record: JsonObject): string =>
  idText(valueAt(record, profile.shapes[collection]?.id ?? ['id'])) ?? '';

/** Whether an answer was granted. */
export const isGranted = ({ status }: ReadExchange): boolean => status >= 200 && status < 300;

/** The records of the world that a list shows, by key. */
export function keysIn(sources: Omit<FactSources, 'readings'>, told: ReadExchange): readonly string[] {
  const { about, records } = told;
  if (!about) return [];
  const own = sources.built.filter(({ draft }) => draft.ref.ref === about.collection);
  const byId = new Map(own.flatMap(({ id, draft }) => (id === undefined ? [] : [[id, draft.ref.key] as const])));
  return records.flatMap((record) => byId.get(idIn(sources, about.collection, record)) ?? []);
}

/** What was sent to make each record of a collection, by its id as shown. */
export const sentOf = (
  { built }: Pick<FactSources, 'built'>,
  collection: Collection,
): ReadonlyMap<string, JsonObject> =>
  new Map(
    built.flatMap(({ draft, id, written }) =>
      draft.ref.ref === collection && id !== undefined ? [[id, written.body] as const] : [],
    ),
  );

/** A value of JSON in a few characters. */
export function excerptOf(value: JsonValue | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length <= MOST ? text : `${text.slice(0, MOST - 1)}…`;
}

const MOST = 60;

/** The index of the namespace, where it was granted. */
export const indexIn = ({
  exchanges,
  profile: { root, namespace },
}: Pick<FactSources, 'exchanges' | 'profile'>): ReadExchange | undefined =>
  exchanges.find((one) => isGranted(one) && one.exchange.request.target === `${root}/${namespace}`);
