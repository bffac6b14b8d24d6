import { isGranted } from '../../wire/status.js';
import type { Fact, WindowFact } from '../profile/fact.js';
import type { ReadExchange } from '../reading/read-exchange.js';
import { fieldIn } from '../reading/shape-discovery.js';
import {
  excerptOf,
  type ExchangeSources,
  exchangesOf,
  type FactSources,
  idIn,
  keysIn,
  type Seen,
  sentOf,
  toFact,
} from './fact-sources.js';

/** The site's time zone, when its days begin, and which events it lists by default. */
export const timesOf = (sources: FactSources): readonly Fact[] => [
  ...zoneOf(sources),
  ...dayStartOf(sources),
  ...windowOf(sources),
];

/** An event sent without a zone gets that of the site. */
function zoneOf(sources: FactSources): readonly Fact[] {
  const sent = sentOf(sources, 'events');
  const shown = exchangesOf(sources, 'events').flatMap((read) =>
    read.records.flatMap((record): readonly (readonly [ReadExchange, string])[] => {
      const body = sent.get(idIn(sources, 'events', record));
      const zone = fieldIn(record, 'timezone');
      return body && body.timezone === undefined && typeof zone === 'string' && zone !== '' ? [[read, zone]] : [];
    }),
  );
  return toFact(
    'site.zone',
    shown[0]?.[1],
    shown.map(([read, zone]): Seen => [read, zone]),
  );
}

const START_OF_DAY = 'e4';
const END_OF_DAY_BEFORE = 'e3';

/**
 * Days begin at midnight if a list of whole days includes an event at the first second of its first day, and excludes
 * one at the last second of the day before.
 */
function dayStartOf(sources: FactSources): readonly Fact[] {
  const lenient = exchangesOf(sources, 'events', 'list').filter(
    (read) =>
      isGranted(read) && !read.query.has('strict_dates') && /:|^\d{4}-/.test(read.query.get('start_date') ?? ''),
  );
  const conclusive = lenient.filter((read) => {
    const keys = keysIn(sources, read);
    return keys.includes(START_OF_DAY) && !keys.includes(END_OF_DAY_BEFORE);
  });
  return toFact(
    'site.day-starts',
    conclusive.length > 0 ? '00:00:00' : undefined,
    conclusive.map((read): Seen => [read, 'an event at 00:00:00, none at 23:59:59 before']),
  );
}

const nearKeys = { past: 'over', running: 'running', soon: 'soon', later: 'later' } as const;
/** Any of these shows whether events years ahead are listed. */
const FAR = ['e2', 'e3', 'e5', 'e7'] as const;

/** Which of our own events the list without dates shows. */
function windowOf(sources: FactSources): readonly Fact[] {
  const seen = unfilteredListsIn(sources).map((read): Seen => [read, excerptOf([...keysIn(sources, read)])]);
  return toFact('events.default-window', windowIn(sources), seen);
}

/** Lists without dates that fit on one page: with more pages, ours may be on a later one. */
export function unfilteredListsIn(sources: ExchangeSources): readonly ReadExchange[] {
  const size = ({ query }: ReadExchange): number => Number(query.get('per_page') ?? 0);
  return exchangesOf(sources, 'events', 'list').filter(
    (read) =>
      isGranted(read) &&
      [...read.query.keys()].every((name) => name === 'per_page') &&
      read.records.length < Math.min(size(read), sources.profile.pageSizes.events),
  );
}

/** Which of our own events are listed by default; undefined if not known. */
export function windowIn(sources: ExchangeSources): WindowFact | undefined {
  const [whole] = unfilteredListsIn(sources);
  const made = new Set(sources.built.filter(({ id }) => id !== undefined).map(({ draft }) => draft.ref.key));
  return whole && made.has('soon') ? toWindow(keysIn(sources, whole), made) : undefined;
}

function toWindow(keys: readonly string[], made: ReadonlySet<string>): WindowFact {
  const near = Object.entries(nearKeys).flatMap(([key, name]) => (made.has(key) ? [[name, keys.includes(key)]] : []));
  const far = FAR.find((key) => made.has(key));
  return { ...Object.fromEntries(near), ...(far && { 'years-ahead': keys.includes(far) }) };
}
