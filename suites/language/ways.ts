import type { Language } from '../../contract/queries.js';
import type { Via } from '../../target/paths.js';
import type { World } from '../../target/world/world.js';

/** The ways in which requests of a language go on a target: by parameter, and by path segment where it has any. */
export const waysOf = ({ profile }: World, language: Language): readonly Via[] =>
  profile.lacks.has('language.segment') ? [{ language }] : [{ language }, { segment: language }];

/** A way in words, for reports: `in nl`, `under /nl`, `under /nl in de`. */
export const toWords = ({ language, segment }: Via): string =>
  [...(segment === undefined ? [] : [`under /${segment}`]), ...(language === undefined ? [] : [`in ${language}`])].join(
    ' ',
  );
