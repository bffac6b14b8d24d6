import fc from 'fast-check';
import { type CalendarRequirement, type Definition, requirement, type Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { Language } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import { startOf } from '../arbitraries/in-turn.js';
import { omittable } from '../arbitraries/subsets.js';

/** An input, and the language of all requests that are sent for it; undefined names none. */
interface Spoken {
  readonly language?: Language | undefined;
}

/** The language in which records of a collection can be made, if there is one. */
const languageOf = ({ localized }: World, collection: Collection): Language | undefined =>
  localized.find(({ ref }) => ref.ref === collection)?.language;

/** The world as far as it is in one language: a record of one need not be related to those of another. */
export const within = (world: World, language: Language): World => ({
  ...world,
  refs: (collection) =>
    world.localized.filter((one) => one.ref.ref === collection && one.language === language).map(({ ref }) => ref),
});

const speaking = (subject: Subject, { language }: Spoken): Subject =>
  language === undefined ? subject : { ...subject, calendar: subject.in(language) };

/** Which part of what is alike a requirement is: every second one of them is judged in another language. */
interface Place {
  readonly collection: Collection;
  /** Its place among its like of one collection. */
  readonly nth: number;
}

/**
 * Declares a requirement about records of its own that holds in any language. Of those that are alike, half are judged
 * in another language than the default: what is wrong in both fails all the same, and shrinks to the default.
 */
export const requirementInAnyLanguage = <Value extends object, Arranged = undefined>(
  { collection, nth }: Place,
  definition: Definition<Value, Arranged>,
): CalendarRequirement => {
  if ((startOf(collection) + nth) % 2 === 0) return requirement(definition);
  const { given, arrange, check, ...info } = definition;
  return requirement<Value & Spoken, Arranged>({
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
};
