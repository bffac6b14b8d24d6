import { type Language, languages, segmentLanguages } from '../contract/queries.js';
import { invalid } from './refusal.js';

/** The language of a request that selects none (`gap.language.records`). */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Splits a language segment (`/nl`) off the front of a path; other paths are left whole. */
export function splitSegment(path: string): { readonly segment?: Language; readonly rest: string } {
  const segment = segmentLanguages.find((language) => path.startsWith(`/${language}/`));
  return segment ? { segment, rest: path.slice(segment.length + 1) } : { rest: path };
}

/** The language that a request selects: `ml_language`, else the path segment, else English; 400 for any other. */
export function selectLanguage(parameter: unknown, segment: Language | undefined): Language {
  if (parameter === undefined || parameter === null) return segment ?? DEFAULT_LANGUAGE;
  const language = languages.find((known) => known === parameter);
  if (!language) throw invalid({ ml_language: `must be one of ${languages.join(', ')}` });
  return language;
}
