import fc from 'fast-check';
import { type CalendarRequirement, type Definition, requirement, type Subject } from '../../adapter/subject.js';
import { createWorld, type World } from '../../adapter/world/world.js';
import type { Language } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import { startOf } from '../arbitraries/in-turn.js';
import { omittable } from '../arbitraries/subsets.js';
import { belongingOf } from './localized.js';

/** Beside the parts of an input, the language of all requests that are sent for it; undefined names none. */
interface Spoken {
  readonly language?: Language | undefined;
}

/** The language in which records of a collection can be made, if there is one. */
export const languageOf = ({ localized }: World, collection: Collection): Language | undefined =>
  localized.find(({ ref }) => ref.ref === collection)?.language;

/** Whether records of a collection belong to one language each, as far as that is known. */
export const isParted = (world: World, collection: Collection): boolean =>
  belongingOf(world, collection) !== 'fallback';

/**
 * The world as far as a record of one language may be related to it: where records belong to one language each, those of
 * others need not be.
 */
export const within = (world: World, language: Language): World => ({
  ...world,
  refs: (collection) =>
    isParted(world, collection)
      ? world.localized.filter((one) => one.ref.ref === collection && one.language === language).map(({ ref }) => ref)
      : world.refs(collection),
});

/**
 * The world of a language, with no records but those that were made in it. Where terms are of other languages than events,
 * which of them a slug names beside a language is open: then it has no slugs.
 */
export function worldIn(world: World, language: Language): World {
  const records = world.localized.filter((one) => one.language === language);
  const spoken = createWorld({ ...world, records, localized: [] });
  return belongingOf(world, 'tags') === belongingOf(world, 'events') ? spoken : { ...spoken, slugs: () => [] };
}

const speaking = (subject: Subject, { language }: Spoken): Subject =>
  language === undefined ? subject : { ...subject, calendar: subject.in(language) };

/**
 * Declares a requirement about records of its own that holds in any language, judged in another than the default: what is
 * wrong in both fails all the same, and shrinks to the default.
 */
export const requirementInAnotherLanguage = <Value extends object, Arranged = undefined>(
  collection: Collection,
  { given, arrange, check, ...info }: Definition<Value, Arranged>,
): CalendarRequirement =>
  requirement<Value & Spoken, Arranged>({
    ...info,
    given(world, draw) {
      const language = languageOf(world, collection);
      if (language === undefined) return given(world, draw);
      // First, as a counterexample is smaller without a language.
      return fc
        .tuple(omittable(fc.constant(language)), given(within(world, language), draw))
        .map(([spoken, value]) => (spoken === undefined ? value : { ...value, language: spoken }));
    },
    ...(arrange && { arrange: (subject, value) => arrange(speaking(subject, value), value) }),
    check: (subject, value, arranged) => check(speaking(subject, value), value, arranged),
  });

/** Which part of what is alike a requirement is: every second one of them is judged in another language. */
interface Place {
  readonly collection: Collection;
  /** Its place among its like of one collection. */
  readonly nth: number;
}

/** Declares one of several requirements that are alike, of which half are judged in another language. */
export const requirementInAnyLanguage = <Value extends object, Arranged = undefined>(
  { collection, nth }: Place,
  definition: Definition<Value, Arranged>,
): CalendarRequirement =>
  (startOf(collection) + nth) % 2 === 0
    ? requirement(definition)
    : requirementInAnotherLanguage(collection, definition);
