import { segmentLanguages } from '../../contract/queries.js';
import { rootIn } from '../paths.js';
import type { Fact } from './fact.js';
import { type Seen, toFact } from './observe.js';
import { type FactSources, isGranted } from './sources.js';
import type { ReadExchange } from './told.js';

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
