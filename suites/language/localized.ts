import type { Via } from '../../adapter/reading/paths.js';
import type { World } from '../../adapter/world/world.js';
import type { Language } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import type { Listed, Sought } from '../expect/find-listed.js';

/** The ways in which requests of a language go on a target: by parameter, and by path segment where it has any. */
export const waysOf = ({ profile }: World, language: Language): readonly Via[] =>
  profile.lacks.has('language.segment') ? [{ language }] : [{ language }, { segment: language }];

/** Of each kind another one of its family, posts or terms: what a language is of the one it is of the other. */
export const relatives: Readonly<Record<Collection, Collection>> = {
  events: 'venues',
  venues: 'organizers',
  organizers: 'venues',
  categories: 'tags',
  tags: 'categories',
};

/** What selecting a language selects of a collection. */
export const belongingOf = (
  { profile: { choices } }: World,
  collection: Collection,
): World['profile']['choices']['language.belonging'] =>
  choices[collection === 'categories' || collection === 'tags' ? 'language.terms' : 'language.belonging'];

/**
 * Whether lists under the path segment of a language leave out the records that were made in others by parameter.
 * @throws DoesNotApply where segments keep languages apart and the parameter does not: it makes no record of a language.
 */
export function separatesSegments(world: World, collection: Collection): boolean {
  const lists = world.profile.choices['language.segment-lists'];
  if (lists === 'own-language')
    throw new DoesNotApply('path segments keep languages apart, and the parameter does not');
  return lists === 'as-parameter' && belongingOf(world, collection) === 'one';
}

/** A way in words, for reports: `in nl`, `under /nl`, `under /nl in de`. */
export const toWords = ({ language, segment }: Via): string =>
  [...(segment === undefined ? [] : [`under /${segment}`]), ...(language === undefined ? [] : [`in ${language}`])].join(
    ' ',
  );

/** A record of the world that was made in a language. */
type Localized = Sought & { readonly language: Language };

/** The record of a collection that was made in a language. @throws Inconclusive when none could be. */
export function localizedOf(world: World, collection: Collection): Localized {
  const found = world.localized.find(({ ref }) => ref.ref === collection);
  if (found?.language === undefined) {
    throw new Inconclusive(`no record of ${collection} could be created in a language`, `${collection}.create`);
  }
  return { collection, id: found.id, body: found.body, language: found.language };
}

interface Expected extends Localized {
  readonly listed: boolean;
}

/** Expects a list in some language to show a record of another or the same, or to leave it out. */
export function expectListed(
  { shown, exchange }: Listed,
  { language, collection, id, via = {}, listed }: Expected,
): void {
  const where = `the list of ${collection} ${toWords(via)}`;
  const what = `the record created in ${language}`;
  expectThat((shown !== undefined) === listed, {
    kind: 'selection',
    expected: listed ? `${where} to show ${what}` : `${where} to omit ${what}`,
    observed: listed ? 'a list that lacks it' : 'a list that contains it',
    exchange,
    sign: { records: [id], listed: !listed },
  });
}
