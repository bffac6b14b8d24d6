import type { Collection } from '../../contract/field.js';
import type { Language } from '../../contract/queries.js';
import { Inconclusive } from '../../harness/errors.js';
import { expectThat } from '../../harness/expectations.js';
import type { World } from '../../target/world/world.js';
import type { Listed, Sought } from '../find-listed.js';
import { toWords } from './ways.js';

/** A record of the world that was made in a language. */
export type Localized = Sought & { readonly language: Language };

/** The record of a collection that was made in a language. @throws CannotTell when none could be. */
export function localizedOf(world: World, collection: Collection): Localized {
  const found = world.localized.find(({ ref }) => ref.ref === collection);
  if (found?.language === undefined) {
    throw new Inconclusive(`no record of ${collection} could be made in a language`, `${collection}.create`);
  }
  return { collection, id: found.id, body: found.body, language: found.language };
}

export interface Expected extends Localized {
  readonly listed: boolean;
}

/** Expects a list in some language to show a record of another or the same, or to leave it out. */
export function expectListed({ shown, exchange }: Listed, { language, collection, via = {}, listed }: Expected): void {
  const where = `the list of ${collection} ${toWords(via)}`;
  const what = `the record made in ${language}`;
  expectThat((shown !== undefined) === listed, {
    kind: 'selection',
    expected: listed ? `${where} to show ${what}` : `${where} to leave out ${what}`,
    observed: listed ? 'a list without it' : 'a list with it',
    exchange,
  });
}
