import { extensions, segmentLanguages } from '../../contract/queries.js';
import { type Collection, collections } from '../../contract/resources.js';
import { isDenied, isGranted } from '../../wire/status.js';
import type { AccessFact, Fact } from '../profile/fact.js';
import { rootIn } from '../reading/paths.js';
import { type RecordOperation, headerOf, isStranger, type ReadExchange } from '../reading/read-exchange.js';
import { exchangesOf, type FactSources, type Seen, toFact } from './fact-sources.js';
import { removalIn } from './write-facts.js';

/** Where the service is, which extensions it has, and which optional HTTP features it uses. */
export function serviceOf(sources: FactSources): readonly Fact[] {
  const { exchanges, profile } = sources;
  const granted = exchanges.filter((one) => isGranted(one) && one.exchange.request.target.startsWith(profile.root));
  const here = granted.map((one): Seen => [one, `${one.status}`]);
  return [
    ...toFact('site.root', here.length > 0 ? profile.root : undefined, here),
    ...toFact('site.namespace', here.length > 0 ? profile.namespace : undefined, here),
    ...extensionsOf(sources),
    ...challengeOf(sources),
    ...etagOf(sources),
  ];
}

/** The fields by which an extension is recognized. */
const signs = [
  { extension: 'geoloc', collection: 'venues', names: ['geo_lat', 'geo_lng'] },
  { extension: 'tickets', collection: 'events', names: ['ticketed'] },
] as const;

function extensionsOf(sources: FactSources): readonly Fact[] {
  const found = signs.flatMap(({ extension, collection, names }) =>
    exchangesOf(sources, collection).flatMap((read): readonly (readonly [string, Seen])[] => {
      const shown = read.records.flatMap((record) => names.filter((name) => record[name] !== undefined));
      return shown[0] === undefined ? [] : [[extension, [read, `${shown[0]} is shown`]]];
    }),
  );
  const { lacks } = sources.profile;
  const named = extensions.filter((extension) => !lacks.has(`extension.${extension}`));
  const value = [...new Set([...named, ...found.map(([extension]) => extension)])].toSorted();
  const isKnown = value.length > 0 || exchangesOf(sources, 'events').some(({ records }) => records.length > 0);
  return toFact(
    'extensions',
    isKnown ? value : undefined,
    found.map(([, seen]) => seen),
  );
}

function challengeOf({ exchanges }: FactSources): readonly Fact[] {
  const wrong = exchanges.filter(isStranger);
  const [first] = wrong;
  return toFact(
    'http.challenge',
    first && first.status === 401,
    wrong.map((one): Seen => [one, `${one.status} to a wrong login`]),
  );
}

function etagOf(sources: FactSources): readonly Fact[] {
  const reads = collections.flatMap((collection) => exchangesOf(sources, collection, 'read')).filter(isGranted);
  const [first] = reads;
  return toFact(
    'http.etag',
    first && etagIn(first) !== undefined,
    reads.map((one): Seen => [one, `ETag ${etagIn(one) ?? 'absent'}`]),
  );
}

const etagIn = ({ exchange }: ReadExchange): string | undefined => headerOf(exchange, 'etag');

const operations = ['list', 'read', 'create', 'update', 'delete'] as const satisfies readonly RecordOperation[];

/** What the identity of the run can do with which collections; untried operations are left out. */
export const accessOf = (sources: FactSources): readonly Fact[] =>
  operations.flatMap((operation) => accessTo(sources, operation));

function accessTo(sources: FactSources, operation: (typeof operations)[number]): readonly Fact[] {
  // A service may answer 403 for a deleted record.
  const gone = removalIn(sources)?.after;
  const tried = collections.flatMap((collection): readonly (readonly [Collection, readonly ReadExchange[]])[] => {
    const tries = exchangesOf(sources, collection, operation).filter(
      (one) => isGranted(one) || (isShut(one) && one !== gone),
    );
    return tries.length === 0 ? [] : [[collection, tries]];
  });
  const value: AccessFact = Object.fromEntries(tried.map(([collection, tries]) => [collection, tries.some(isGranted)]));
  const seen = tried.flatMap(([collection, tries]) =>
    tries.filter((one) => isGranted(one) === value[collection]).map((one): Seen => [one, `${one.status}`]),
  );
  return toFact(`access.${operation}`, tried.length === 0 ? undefined : value, seen);
}

/** Whether the identity was denied. The wrong login that is sent on purpose does not count. */
const isShut = (read: ReadExchange): boolean => isDenied(read) && !isStranger(read);

/** Which parameter selects a language, which of its values are taken, and which path segments return lists. */
export function languagesOf(sources: FactSources): readonly Fact[] {
  const { exchanges, profile } = sources;
  const { languageParameter, lacks } = profile;
  const selected = exchanges.filter((one) => isTaken(one) && one.query.has(languageParameter));
  const values = [...new Set(selected.map(({ query }) => query.get(languageParameter) ?? ''))].toSorted();
  const spoken = exchanges.filter((one) => segmentOf(sources, one) !== undefined);
  const granted = lacks.has('language.segment')
    ? []
    : spoken.filter((one) => isGranted(one) && one.records.length >= 0);
  const segments = segmentLanguages.filter((segment) => granted.some((one) => segmentOf(sources, one) === segment));
  return [
    ...toFact('languages.parameter', selected.length > 0 ? languageParameter : undefined, selected.map(toSeen)),
    ...toFact('languages.values', values.length > 0 ? values : undefined, selected.map(toSeen)),
    ...toFact('languages.segments', spoken.length > 0 ? segments : undefined, spoken.map(toSeen)),
  ];
}

/** A 404 for a list may stand for an empty one. */
const isTaken = (one: ReadExchange): boolean =>
  isGranted(one) || (one.about?.operation === 'list' && one.status === 404);

const toSeen = (read: ReadExchange): Seen => [read, `${read.status}`];

/** The language segment of a request, in either position. */
export function segmentOf(
  { profile }: Pick<FactSources, 'profile'>,
  { exchange: { request } }: ReadExchange,
): string | undefined {
  const positions = ['before-root', 'after-origin'] as const;
  return segmentLanguages.find((segment) =>
    positions.some((position) => {
      const choices = { ...profile.choices, 'language.segment-place': position };
      return request.target.startsWith(`${rootIn({ ...profile, choices }, segment)}/${profile.namespace}`);
    }),
  );
}
