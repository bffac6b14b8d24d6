import { extensions } from '../../contract/extension.js';
import { collections } from '../../contract/resources.js';
import { headerValue } from '../../harness/exchange.js';
import type { Fact } from './fact.js';
import { type Seen, toFact } from './observe.js';
import { type FactSources, isGranted, exchangesOf } from './sources.js';
import { isStranger } from './stranger.js';
import type { ReadExchange } from './told.js';

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
