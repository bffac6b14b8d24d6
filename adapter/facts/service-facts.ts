import { extensions, segmentLanguages } from '../../contract/queries.js';
import { type Collection, collections } from '../../contract/resources.js';
import { headerValue } from '../../wire/exchange.js';
import { isDenied, isGranted } from '../../wire/status.js';
import type { AccessFact, Fact } from '../profile/fact.js';
import { rootIn } from '../reading/paths.js';
import { type Deed, isStranger, type ReadExchange } from '../reading/read-exchange.js';
import { exchangesOf, type FactSources, type Seen, toFact } from './fact-sources.js';
import { removalIn } from './write-facts.js';

/** Where the service is, which extensions it shows, and which optional habits of HTTP it has. */
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

/** What records show where an extension is there, and the extension. */
const signs = [
  { extension: 'geoloc', collection: 'venues', names: ['geo_lat', 'geo_lng'] },
  { extension: 'tickets', collection: 'events', names: ['ticketed'] },
] as const;

function extensionsOf(sources: FactSources): readonly Fact[] {
  const found = signs.flatMap(({ extension, collection, names }) =>
    exchangesOf(sources, collection).flatMap((told): readonly (readonly [string, Seen])[] => {
      const shown = told.records.flatMap((record) => names.filter((name) => record[name] !== undefined));
      return shown[0] === undefined ? [] : [[extension, [told, `${shown[0]} is shown`]]];
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

const etagIn = ({ exchange: { outcome } }: ReadExchange): string | undefined =>
  outcome.kind === 'response' ? headerValue(outcome.response.headers, 'etag') : undefined;

const deeds = ['list', 'read', 'create', 'update', 'delete'] as const satisfies readonly Deed[];

/** What the identity of the run may do with which collections; what was not tried is left out. */
export const accessOf = (sources: FactSources): readonly Fact[] => deeds.flatMap((deed) => accessTo(sources, deed));

function accessTo(sources: FactSources, deed: (typeof deeds)[number]): readonly Fact[] {
  // A service may deny what is deleted.
  const gone = removalIn(sources)?.after;
  const tried = collections.flatMap((collection): readonly (readonly [Collection, readonly ReadExchange[]])[] => {
    const told = exchangesOf(sources, collection, deed).filter(
      (one) => isGranted(one) || (isShut(one) && one !== gone),
    );
    return told.length === 0 ? [] : [[collection, told]];
  });
  const value: AccessFact = Object.fromEntries(tried.map(([collection, told]) => [collection, told.some(isGranted)]));
  const seen = tried.flatMap(([collection, told]) =>
    told.filter((one) => isGranted(one) === value[collection]).map((one): Seen => [one, `${one.status}`]),
  );
  return toFact(`access.${deed}`, tried.length === 0 ? undefined : value, seen);
}

/** Whether this identity was denied; a wrong login, sent on purpose, says nothing about a right one. */
const isShut = (told: ReadExchange): boolean => isDenied(told) && !isStranger(told);

/** Which parameter selects a language, which values of it are taken, and which path segments lead to lists. */
export function languagesOf(sources: FactSources): readonly Fact[] {
  const { exchanges, profile } = sources;
  const { languageParameter, lacks } = profile;
  const asked = exchanges.filter((one) => isTaken(one) && one.query.has(languageParameter));
  const values = [...new Set(asked.map(({ query }) => query.get(languageParameter) ?? ''))].toSorted();
  const spoken = exchanges.filter((one) => segmentOf(sources, one) !== undefined);
  const granted = lacks.has('language.segment')
    ? []
    : spoken.filter((one) => isGranted(one) && one.records.length >= 0);
  const segments = segmentLanguages.filter((segment) => granted.some((one) => segmentOf(sources, one) === segment));
  return [
    ...toFact('languages.parameter', asked.length > 0 ? languageParameter : undefined, asked.map(toSeen)),
    ...toFact('languages.values', values.length > 0 ? values : undefined, asked.map(toSeen)),
    ...toFact('languages.segments', spoken.length > 0 ? segments : undefined, spoken.map(toSeen)),
  ];
}

/** A list that is not found may be one of nothing. */
const isTaken = (one: ReadExchange): boolean => isGranted(one) || (one.about?.deed === 'list' && one.status === 404);

const toSeen = (told: ReadExchange): Seen => [told, `${told.status}`];

/** The language segment of a request, wherever it was tried. */
export function segmentOf(
  { profile }: Pick<FactSources, 'profile'>,
  { exchange: { request } }: ReadExchange,
): string | undefined {
  const places = ['before-root', 'after-origin'] as const;
  return segmentLanguages.find((segment) =>
    places.some((place) => {
      const choices = { ...profile.choices, 'language.segment-place': place };
      return request.target.startsWith(`${rootIn({ ...profile, choices }, segment)}/${profile.namespace}`);
    }),
  );
}
