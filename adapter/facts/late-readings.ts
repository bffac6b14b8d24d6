import type { AlternativeOf, ReadingId } from '../../contract/readings/readings.js';
import { collections, eventRelations } from '../../contract/resources.js';
import { isJsonObject, valueAt } from '../../wire/json.js';
import { isGranted } from '../../wire/status.js';
import { idsIn, isBlank } from '../notation/shown-values.js';
import { createdId } from '../ownership/write-tracker.js';
import { createLens } from '../reading/lens.js';
import { headerOf, type ReadExchange, sentIn } from '../reading/read-exchange.js';
import { type ExchangeSources, exchangesOf, idIn, indexIn, sentOf } from './fact-sources.js';
import { windowIn } from './time-facts.js';
import { isTrashed, removalIn } from './write-facts.js';

/**
 * Whether all collections share one id counter. If so, an event has a higher id than everything it refers to, and the
 * organizer created last has the highest of all; separate counters would violate one of the two. Two records of
 * different collections with the same id prove separate counters.
 */
function idSpaceOf(sources: ExchangeSources): AlternativeOf<'id.space'> | undefined {
  const made = collections.flatMap((collection) =>
    exchangesOf(sources, collection, 'create')
      .filter(isGranted)
      .map((read) => ({ collection, read, id: idOf(sources, read) })),
  );
  const ids = made.map(({ id }) => id).filter((id) => id !== undefined);
  if (ids.length < made.length || ids.length < ENOUGH) return undefined;
  if (new Set(ids).size < ids.length) return 'per-kind';
  const last = made.filter(({ collection, read }) => collection === 'organizers' && read.exchange.phase === 'probe');
  const before = made.filter(({ read }) => read.exchange.phase === 'world').map(({ id }) => id ?? 0);
  const isLast = last.length > 0 && last.every(({ id = 0 }) => id > Math.max(...before));
  const isAfter = made.every(({ read, id = 0 }) => refersTo(read).every((other) => id > other));
  return isLast && isAfter ? 'one' : undefined;
}

const ENOUGH = 10;

function idOf({ profile }: ExchangeSources, { about, exchange }: ReadExchange): number | undefined {
  const id = about && createdId(createLens(profile.shapes), about.collection, exchange);
  return id !== undefined && Number.isSafeInteger(Number(id)) ? Number(id) : undefined;
}

/** The ids that a body refers to: those of an event's relations, or of a category's parent. */
const refersTo = ({ about, exchange }: ReadExchange): readonly number[] =>
  Object.entries(sentIn(exchange))
    .filter(([name]) => name === 'parent' || (about?.collection === 'events' && name in eventRelations))
    .flatMap(([, value]) => idsIn(value).map(Number));

type Learned<Id extends ReadingId> = AlternativeOf<Id> | undefined;

/** Readings that follow from exchanges sent for other reasons. */
export function lateReadingsOf(sources: ExchangeSources): ReadonlyMap<ReadingId, string> {
  const learned: readonly (readonly [ReadingId, string | undefined])[] = [
    ['list.default-window', windowOf(sources)],
    ['delete.effect', deleteOf(sources)],
    ['id.space', idSpaceOf(sources)],
    ['venue.stateprovince', stateprovinceOf(sources)],
    ['venue.show-map', showMapOf(sources)],
    ['up-link.form', upLinkIn(sources)?.form],
    ['up-link.slash', upLinkIn(sources)?.slash],
  ];
  return new Map(learned.flatMap(([id, choice]) => (choice === undefined ? [] : [[id, choice] as const])));
}

function windowOf(sources: ExchangeSources): Learned<'list.default-window'> {
  const shown = windowIn(sources);
  if (!shown?.soon) return undefined;
  if (shown.over) return 'none';
  return shown.running ? 'by-end' : 'by-start';
}

function deleteOf(sources: ExchangeSources): Learned<'delete.effect'> {
  const after = removalIn(sources)?.after;
  if (!after) return undefined;
  if (isTrashed(after)) return 'trashed';
  return isGranted(after) ? undefined : 'gone';
}

/** The values of a field in venues that were sent with a certain body. */
const shownOf = (
  sources: ExchangeSources,
  isAbout: (body: Readonly<Record<string, unknown>>) => boolean,
  name: string,
) =>
  exchangesOf(sources, 'venues').flatMap(({ records }) =>
    records.flatMap((record) => {
      const body = sentOf(sources, 'venues').get(idIn(sources, 'venues', record));
      const path = sources.profile.shapes.venues?.fields[name]?.path;
      const value = path && valueAt(record, path);
      return body && path && isAbout(body) && Object.keys(record).length > 1 ? [value] : [];
    }),
  );

function stateprovinceOf(sources: ExchangeSources): Learned<'venue.stateprovince'> {
  const shown = shownOf(sources, (body) => 'state' in body && !('stateprovince' in body), 'stateprovince');
  if (shown.length === 0) return undefined;
  return shown.some((value) => !isBlank(value)) ? 'derived' : 'own';
}

function showMapOf(sources: ExchangeSources): Learned<'venue.show-map'> {
  const [value] = shownOf(sources, (body) => body.show_map === 'true', 'show_map');
  const form = sources.profile.bodyForms['venues.show_map'];
  if (value === (form === 'digit' ? '1' : 'true')) return 'as-sent';
  return value === true ? 'boolean' : undefined;
}

interface UpLink {
  readonly form: AlternativeOf<'up-link.form'>;
  readonly slash: AlternativeOf<'up-link.slash'> | undefined;
}

/** The up link from the index of the namespace to the REST root. */
function upLinkIn(sources: ExchangeSources): UpLink | undefined {
  const index = indexIn(sources);
  if (!index) return undefined;
  const inHeader = /<([^>]*)>[^,]*rel="?up\b/i.exec(headerOf(index.exchange, 'link') ?? '')?.[1];
  const ways = [
    ['hal-links', hrefIn(valueAt(index.body, ['_links', 'up']))],
    ['links', hrefIn(valueAt(index.body, ['links', 'up']))],
    ['header', inHeader],
  ] as const;
  const found = ways.find(([, href]) => href !== undefined);
  return found && { form: found[0], slash: found[1]?.endsWith('/') ? 'with' : 'without' };
}

function hrefIn(value: ReturnType<typeof valueAt>): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  const href = isJsonObject(first) ? first['href'] : first;
  return typeof href === 'string' ? href : undefined;
}
