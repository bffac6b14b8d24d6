import type { Collection } from '../../contract/field.js';
import type { Language } from '../../contract/queries.js';
import { resourceOf } from '../../contract/resources.js';
import { MARK, type Payload, type Ref, ref } from '../../generators/wire.js';

/** A record that the world is to hold, with references instead of ids. */
export interface Draft {
  readonly ref: Ref;
  readonly payload: Payload;
  readonly language?: Language;
}

/**
 * What services that polish text write in other ways: an ampersand, quotes, dashes, dots. One record of each kind holds
 * it, so that the way is learned; all others are plain, because what they are called is searched for.
 */
export const POLISHED = `it's "so" & so -- or not...`;

/** A record that is called by a word and the mark; its description holds the mark too. */
export const named = (collection: Collection, key: string, word: string, more: Payload = {}): Draft => ({
  ref: ref(collection, key),
  payload: { [resourceOf(collection).label]: `${word} ${MARK}`, description: `About ${key} ${MARK}`, ...more },
});

/** The same for a record that is to show how texts are polished. */
export const polished = (collection: Collection, key: string, word: string, more: Payload = {}): Draft =>
  named(collection, key, `${word} ${POLISHED}`, {
    description: `About ${key} ${POLISHED} ${MARK}`,
    ...('website' in resourceOf(collection).fields && { website: `https://example.org/?key=${key}&mark=${MARK}` }),
    ...more,
  });
