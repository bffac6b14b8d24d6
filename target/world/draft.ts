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

/** A record that is called by a word and the mark; its description holds the mark too. */
export const named = (collection: Collection, key: string, word: string, more: Payload = {}): Draft => ({
  ref: ref(collection, key),
  payload: { [resourceOf(collection).label]: `${word} ${MARK}`, description: `About ${key} ${MARK}`, ...more },
});
