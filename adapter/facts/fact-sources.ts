import type { ReadingId } from '../../contract/readings/readings.js';
import type { Collection } from '../../contract/resources.js';
import { type JsonObject, type JsonValue, valueAt } from '../../wire/json.js';
import { isGranted } from '../../wire/status.js';
import { idText } from '../notation/shown-values.js';
import type { Fact, FactId, FactValues, Observation } from '../profile/fact.js';
import type { FieldFact, TargetProfile } from '../profile/target-profile.js';
import { isBySlug } from '../reading/paths.js';
import type { ReadExchange } from '../reading/read-exchange.js';
import { isInRecord } from '../reading/shape-discovery.js';
import type { Built } from '../world/build-world.js';

/** What facts are drawn from: the exchanges that learned the target. Facts send nothing of their own. */
export interface ExchangeSources {
  readonly profile: TargetProfile;
  readonly exchanges: readonly ReadExchange[];
  /** The records that were made; none in a sampled world. */
  readonly built: readonly Built[];
}

/** The same, with the readings that were probed. */
export interface FactSources extends ExchangeSources {
  /** The readings about which something was learned, and the alternative; undefined where none fits. */
  readonly readings: ReadonlyMap<ReadingId, string | undefined>;
}

/** The exchanges about a collection, optionally of some operations only. */
export const exchangesOf = (
  { exchanges }: Pick<FactSources, 'exchanges'>,
  collection: Collection,
  ...operations: readonly string[]
): readonly ReadExchange[] =>
  exchanges.filter(
    ({ about }) =>
      about?.collection === collection && (operations.length === 0 || operations.includes(about.operation)),
  );

/** The id of a record as text; empty when the record has none. */
export const idIn = ({ profile }: Pick<FactSources, 'profile'>, collection: Collection, record: JsonObject): string =>
  idText(valueAt(record, profile.shapes[collection]?.id ?? ['id'])) ?? '';

/** The keys of the world's records in a list. */
export function keysIn(sources: ExchangeSources, read: ReadExchange): readonly string[] {
  const { about, records } = read;
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

/** Shortens a JSON value to a few characters. */
export function excerptOf(value: JsonValue | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length <= MOST ? text : `${text.slice(0, MOST - 1)}…`;
}

const MOST = 60;

/** The exchange that returned the index of the namespace. */
export const indexIn = ({
  exchanges,
  profile: { root, namespace },
}: Pick<FactSources, 'exchanges' | 'profile'>): ReadExchange | undefined =>
  exchanges.find((one) => isGranted(one) && one.exchange.request.target === `${root}/${namespace}`);

/** Two exchanges are enough to show a fact. */
const ENOUGH = 2;

/** Something that an exchange shows. */
export type Seen = readonly [read: ReadExchange, shows: string];

/**
 * Makes a fact with the exchanges that show it: two of different kinds, such as a create and a list, rather than two
 * alike. Makes none for an undefined value.
 */
export function toFact<Id extends FactId>(
  id: Id,
  value: FactValues[Id] | undefined,
  seen: readonly Seen[],
): readonly Fact[] {
  return value === undefined ? [] : [{ id, value, observations: pick(seen) }];
}

function pick(seen: readonly Seen[]): readonly Observation[] {
  const kinds = new Map<string, Seen>();
  for (const one of seen) {
    const kind = kindOf(one[0]);
    if (!kinds.has(kind)) kinds.set(kind, one);
  }
  const firsts = [...kinds.values()];
  const rest = seen.filter((one) => !firsts.includes(one));
  return [...firsts, ...rest].slice(0, ENOUGH).map(([{ exchange }, shows]) => ({ exchange, shows }));
}

const kindOf = ({ about, exchange }: ReadExchange): string =>
  `${about?.collection} ${about?.operation} ${exchange.request.method}`;

/** One showing of a field: the value shown, and the value sent if known. */
export interface FieldShowing {
  readonly exchange: ReadExchange;
  readonly value: JsonValue | undefined;
  /** Undefined for a record of others, null for a field that was not sent. */
  readonly sent: JsonValue | undefined;
}

/** A field by name, and its location. */
export interface Named {
  readonly name: string;
  readonly fact: FieldFact;
}

/** Every time a field is shown or left out, in responses that could show it and contain more than an id. */
export function showingsOf(
  sources: FactSources,
  collection: Collection,
  { name, fact }: Named,
): readonly FieldShowing[] {
  const sent = sentOf(sources, collection);
  const all = exchangesOf(sources, collection).filter(({ about }) => !(fact.isUnlisted && about?.operation === 'list'));
  return all.flatMap((read) =>
    read.records
      .filter(hasFields)
      .filter(isPossible(sources, read, { name, fact }))
      .map((record) => {
        const body = sent.get(idIn(sources, collection, record));
        return { exchange: read, value: valueAt(record, fact.path), sent: body && (body[name] ?? null) };
      }),
  );
}

/** Whether a record would show a field: terse responses leave fields out. */
const isPossible =
  ({ profile }: FactSources, { about }: ReadExchange, { name, fact }: Named) =>
  (record: JsonObject): boolean => {
    if (!about || about.operation === 'list') return true;
    const kind = about.operation !== 'read' ? 'write' : isBySlug(`/${about.address}`) ? 'by-slug' : undefined;
    const isTerse = kind !== undefined && (profile.shapes[about.collection]?.terse?.includes(kind) ?? false);
    return !isTerse || isInRecord(record, name, fact.path);
  };

const hasFields = (record: JsonObject): boolean => Object.keys(record).length > 1;
